import type { timesheets as en } from "#i18n/en/timesheets.ts";

export const timesheets: typeof en = {
  statuses: {
    open: "ouverte",
    submitted: "soumise",
    approved: "validée",
    rejected: "renvoyée",
  },
  note: "Note",
  noteHint: "Le membre la voit.",
  refusals: {
    timesheet_state: "elle est maintenant dans un autre état",
    timer_running: "un minuteur commencé dans cette période est encore en cours",
    precondition_failed: "quelqu’un l’a modifiée entre-temps",
    forbidden: "vous n’en avez pas le droit",
    not_found: "elle n’existe plus",
  },
};
