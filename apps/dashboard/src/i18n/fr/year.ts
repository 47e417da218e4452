import type { year as en } from "#i18n/en/year.ts";

export const year: typeof en = {
  title: "L’année en un coup d’œil",
  grid: "Temps par jour",
  thisWeek: "Cette semaine",
  thisMonth: "Ce mois-ci",
  lastYear: "12 derniers mois",
  range: (from, to) => `${from} – ${to}`,
  average: "Par jour avec du temps",
  billable: "Facturable",
  earlier: "Année précédente",
  later: "Année suivante",
  table: "Tableau",
  day: "Jour",
  time: "Temps",
  none: "rien",
  noTime: "aucun temps",
  andMore: (hours) => `${hours} et plus`,
  entries: "Voir les entrées",
  keys: { day: "jour", entries: "ses entrées" },
};
