import type { Forms } from "#i18n/catalogue.ts";

export const waiting = {
  title: "Waiting for you",
  sentBack: (period: string) => `${period} was sent back`,
  by: (who: string) => `by ${who}`,
  noteBy: (who: string, note: string) => `by ${who}: “${note}”`,
  due: (period: string) => `${period} hasn’t been submitted yet`,
  dueMany: { one: "period hasn’t been submitted yet", other: "periods haven’t been submitted yet" } as Forms,
  approve: { one: "timesheet to approve", other: "timesheets to approve" } as Forms,
  more: (names: string, count: string) => `${names} and ${count} more`,
  correct: "Correct",
  submit: "Submit",
  review: "Review",
  dismiss: (what: string) => `Dismiss: ${what}`,
};
