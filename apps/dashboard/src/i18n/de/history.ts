import type { history as en } from "#i18n/en/history.ts";

export const history: typeof en = {
  historyOf: (name) => `Verlauf von „${name}“`,
  restore: "Vorige Version wiederherstellen",
  restored: "Eintrag wiederhergestellt",
  by: (name) => `von ${name}`,
  withKey: (name) => `von ${name} mit dem Schlüssel`,
  service: "Stint",
  nothing: "nichts",
  actions: {
    "time_entry.created": "Hinzugefügt",
    "time_entry.updated": "Geändert",
    "time_entry.deleted": "Gelöscht",
    "time_entry.restored": "Wiederhergestellt",
  },
};
