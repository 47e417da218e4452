import type { clients as english } from "#i18n/en/clients.ts";

export const clients: typeof english = {
  lead: "Firmen und Personen, für die Sie arbeiten. Archivierte Kunden behalten ihre Projekte, stehen aber nicht mehr zur Auswahl.",
  name: "Name",
  note: "Notiz",
  projects: "Projekte",
  unbilled: "Nicht abgerechnet",
  project: { one: "Projekt", other: "Projekte" },
  new: "Neuer Kunde",
  create: "Kunden anlegen",
  edit: "Kunden bearbeiten",
  created: "Kunde angelegt",
  changed: "Kunde geändert",
  archived: "Kunde archiviert",
  unarchived: "Kunde reaktiviert",
  deleted: "Kunde gelöscht",
  deleteTitle: (name) => `Kunden „${name}“ löschen?`,
  deleteLead: "Sie können nur Kunden ohne Projekte löschen.",
  search: "Kunden suchen",
  none: "Noch keine Kunden. Legen Sie einen an, um Projekte und Berichte nach Kunden zu gruppieren.",
  noneArchived: "Keine archivierten Kunden.",
  noneFound: "Keine Kunden gefunden.",
};
