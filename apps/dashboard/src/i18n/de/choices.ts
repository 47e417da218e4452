import type { choices as en } from "#i18n/en/choices.ts";

export const choices: typeof en = {
  timeThere: (clock) => `Aktuelle Ortszeit: ${clock}`,
  noZone: "Keine Zeitzone gefunden.",
  noCurrency: "Keine Währung gefunden.",
  createClient: (name) => `Kunden „${name}“ anlegen`,
  clientCreated: (name) => `Kunde „${name}“ angelegt`,
  createTask: (name) => `Aufgabe „${name}“ anlegen`,
  somebody: "Jemand, dessen Einträge Sie nicht sehen können",
  addPerson: "Person hinzufügen",
  addPersonOrTeam: "Person oder Team hinzufügen",
  remove: (name) => `${name} entfernen`,
};
