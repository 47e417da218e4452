import type { history as en } from "#i18n/en/history.ts";

export const history: typeof en = {
  historyOf: (name) => `Historique de « ${name} »`,
  restore: "Restaurer la version précédente",
  restored: "Entrée restaurée",
  by: (name) => `par ${name}`,
  withKey: (name) => `par ${name} avec la clé`,
  service: "le service",
  nothing: "rien",
  actions: {
    "time_entry.created": "Ajout",
    "time_entry.updated": "Modification",
    "time_entry.deleted": "Suppression",
    "time_entry.restored": "Restauration",
  },
};
