import type { timesheets as en } from "#i18n/en/timesheets.ts";

export const timesheets: typeof en = {
  states: {
    open: "ouverte",
    late: "non soumise",
    submitted: "soumise",
    approved: "validée",
    rejected: "renvoyée",
  },
  missingDays: { one: "jour ouvré sans temps", many: "de jours ouvrés sans temps", other: "jours ouvrés sans temps" },
  overlaps: { one: "chevauchement", many: "de chevauchements", other: "chevauchements" },
  breaks: {
    one: "entrée enfreint une règle",
    many: "d’entrées enfreignent une règle",
    other: "entrées enfreignent une règle",
  },
  undescribed: {
    one: "entrée sans description",
    many: "d’entrées sans description",
    other: "entrées sans description",
  },
  notChecked: "non vérifiée : jours manquants et chevauchements",
  timerSince: (when) => `minuteur en cours depuis ${when}`,
  partial: "contient du temps sur des projets que vous ne voyez pas ; quelqu’un d’autre doit décider",
  submittedBy: (name, when) => `Soumise par ${name}, ${when}`,
  note: "Note",
  noteHint: "Le membre peut voir cette note.",
  reasonsLabel: "Motifs à insérer",
  reasons: ["Il manque un jour", "Mauvais projet", "Trop d’heures"],
  refusals: {
    timesheet_state: "son statut a changé",
    timer_running: "un minuteur commencé dans cette période est encore en cours",
    precondition_failed: "quelqu’un l’a modifiée entre-temps",
    forbidden: "vous n’en avez pas le droit",
    not_found: "elle n’existe plus",
  },
};
