import type { entryFields as en } from "#i18n/en/entry-fields.ts";

export const entryFields: typeof en = {
  fields: {
    description: "Beschreibung",
    projectId: "Projekt",
    taskId: "Aufgabe",
    startedAt: "Beginn",
    durationSeconds: "Dauer",
    tags: "Schlagwörter",
    billable: "Abrechenbar",
    source: "Herkunft",
  },
  sources: {
    timer: "Timer",
    manual: "Von Hand",
    timesheet: "Stundenzettel",
    calendar: "Kalender",
    api: "API",
    import: "Import",
    cli: "Kommandozeile",
    mcp: "KI-Assistent (MCP)",
  },
  yes: "ja",
  no: "nein",
};
