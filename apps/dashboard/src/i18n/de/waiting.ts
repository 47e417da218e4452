import type { waiting as en } from "#i18n/en/waiting.ts";

export const waiting: typeof en = {
  title: "Wartet auf Sie",
  sentBack: (period) => `${period} wurde zurückgegeben`,
  by: (who) => `von ${who}`,
  noteBy: (who, note) => `von ${who}: „${note}“`,
  due: (period) => `${period} ist noch nicht eingereicht`,
  dueMany: { one: "Zeitraum ist noch nicht eingereicht", other: "Zeiträume sind noch nicht eingereicht" },
  approve: { one: "Stundenzettel freizugeben", other: "Stundenzettel freizugeben" },
  more: (names, count) => `${names} und ${count} weitere`,
  correct: "Berichtigen",
  submit: "Einreichen",
  review: "Prüfen",
  dismiss: (what) => `Ausblenden: ${what}`,
};
