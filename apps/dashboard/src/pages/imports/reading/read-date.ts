type DateOrder = "ymd" | "dmy" | "mdy";

/** Reads a numeric date in the given order, as `2024-04-03`; undefined if it isn't valid. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const parts = /^\D*(\d{1,4})\D+(\d{1,2})\D+(\d{1,4})(?!\d)/.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [first = 0, second = 0, third = 0] = parts;
  const [year, month, day] =
    order === "ymd" ? [first, second, third] : order === "dmy" ? [third, second, first] : [third, first, second];
  const fullYear = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && fullYear >= 1970;
  return isThere ? date.toISOString().slice(0, 10) : undefined;
}
