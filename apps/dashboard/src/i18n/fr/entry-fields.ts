import type { entryFields as en } from "#i18n/en/entry-fields.ts";

export const entryFields: typeof en = {
  fields: {
    description: "Description",
    projectId: "Projet",
    taskId: "Tâche",
    startedAt: "Début",
    durationSeconds: "Durée",
    tags: "Étiquettes",
    billable: "Facturable",
    source: "Origine",
  },
  sources: {
    timer: "Minuteur",
    manual: "Saisie manuelle",
    timesheet: "Feuille de temps",
    calendar: "Calendrier",
    api: "API",
    import: "Import",
    cli: "Ligne de commande",
    mcp: "Assistant IA (MCP)",
  },
  yes: "oui",
  no: "non",
};
