import type { clients as english } from "#text/en/clients.ts";

export const clients: typeof english = {
  title: "Kunden",
  lead: "Für sie werden Projekte gemacht. Archivierte Kunden behalten ihre Projekte und stehen nicht mehr zur Wahl.",
  name: "Name",
  note: "Notiz",
  projects: "Projekte",
  project: { one: "Projekt", other: "Projekte" },
  new: "Neuer Kunde",
  create: "Kunden anlegen",
  edit: "Kunden bearbeiten",
  created: "Kunde angelegt",
  changed: "Kunde geändert",
  archived: "Kunde archiviert",
  unarchived: "Kunde reaktiviert",
  deleted: "Kunde gelöscht",
  deleteTitle: (name) => `Den Kunden „${name}“ löschen?`,
  deleteLead: "Nur ein Kunde ohne Projekte kann gelöscht werden.",
  search: "Kunden suchen",
  none: "Es gibt noch keine Kunden. Mit dem ersten lassen sich Projekte und Berichte nach Kunden unterscheiden.",
  noneArchived: "Kein Kunde ist archiviert.",
  noneFound: "Kein Kunde passt dazu.",
};
