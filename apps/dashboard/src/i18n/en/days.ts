export const days = {
  openCalendar: "Open calendar",
  calendar: "Calendar",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  pattern: { day: "DD", month: "MM", year: "YYYY" },
  notADay: (example: string) => `Enter a date such as ${example}.`,
  tooEarly: (day: string) => `Enter ${day} or a later date.`,
  tooLate: (day: string) => `Enter ${day} or an earlier date.`,
  today: "Today",
  previousWeek: "Previous week",
  nextWeek: "Next week",
  thisWeek: "This week",
};
