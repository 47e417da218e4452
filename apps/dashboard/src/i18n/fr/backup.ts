import type { backup as en } from "#i18n/en/backup.ts";

export const backup: typeof en = {
  lead: "Chaque sauvegarde est un instantané de toutes les données de cette installation. Pour en restaurer une, exécutez sur le serveur :",
  now: "Sauvegarder maintenant",
  begun: "Sauvegarde démarrée",
  underWay: "Une sauvegarde est déjà en cours",
  scheduled: (time, zone) => `Chaque jour à ${time} (${zone}).`,
  keeps: (kept) => `Conservation : ${kept}, avec la sauvegarde la plus récente de chaque période.`,
  days: { one: "jour", many: "de jours", other: "jours" },
  weeks: { one: "semaine", many: "de semaines", other: "semaines" },
  months: { one: "mois", many: "de mois", other: "mois" },
  unscheduled:
    "Les sauvegardes automatiques sont désactivées. Pour les activer, définissez BACKUP_DIR et BACKUP_AT (une heure de la journée) sur le serveur.",
  none: "Aucune sauvegarde pour l’instant.",
  states: {
    verified: "Vérifiée",
    unverified: "Non vérifiée",
    failed: "Échec",
    running: "En cours",
    cut: "Interrompue",
  },
  verifiedAt: (when) => `Restaurée dans une base de données temporaire et vérifiée le ${when}`,
  unverifiedLead: "Sa restauration n’a pas été testée.",
  cutLead: "Le serveur s’est arrêté avant la fin de la sauvegarde. La suivante n’est pas concernée.",
  byPerson: "lancée par un propriétaire",
  bySchedule: "programmée",
  lastGood: (when) => `Dernière sauvegarde vérifiée : ${when}.`,
  noneGood: "Aucune sauvegarde n’a encore été vérifiée.",
};
