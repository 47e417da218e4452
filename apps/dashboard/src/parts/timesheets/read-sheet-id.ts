/** The member and the first day of the period, which a timesheet's id contains. Undefined for other ids. */
export function readSheetId(id: string): { userId: string; periodStart: string } | undefined {
  const [, digits, year, month, day] = /^sheet_(.+)[wm](\d{4})(\d\d)(\d\d)$/.exec(id) ?? [];
  return digits === undefined ? undefined : { userId: `user_${digits}`, periodStart: `${year}-${month}-${day}` };
}
