import type { year as en } from "#i18n/en/year.ts";

export const year: typeof en = {
  title: "Das Jahr im Überblick",
  grid: "Zeit nach Tagen",
  thisWeek: "Diese Woche",
  thisMonth: "Dieser Monat",
  lastYear: "Letzte 12 Monate",
  range: (from, to) => `${from} – ${to}`,
  average: "Je Tag mit Zeit",
  billable: "Abrechenbar",
  earlier: "Früheres Jahr",
  later: "Späteres Jahr",
  table: "Tabelle",
  day: "Tag",
  time: "Zeit",
  none: "nichts",
  noTime: "keine Zeit",
  andMore: (hours) => `${hours} und mehr`,
  entries: "Einträge zeigen",
  keys: { day: "Tag", entries: "seine Einträge" },
};
