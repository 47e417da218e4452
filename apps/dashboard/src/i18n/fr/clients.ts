import type { clients as en } from "#i18n/en/clients.ts";

export const clients: typeof en = {
  lead: "Les entreprises et les personnes pour lesquelles vous travaillez. Les clients archivés conservent leurs projets, mais ne peuvent plus être choisis.",
  name: "Nom",
  note: "Note",
  projects: "Projets",
  unbilled: "Non facturé",
  project: { one: "projet", many: "de projets", other: "projets" },
  new: "Nouveau client",
  create: "Créer le client",
  edit: "Modifier le client",
  created: "Client créé",
  changed: "Client modifié",
  archived: "Client archivé",
  unarchived: "Client réactivé",
  deleted: "Client supprimé",
  deleteTitle: (name) => `Supprimer le client « ${name} » ?`,
  deleteLead: "Vous ne pouvez supprimer que les clients sans projet.",
  search: "Rechercher un client",
  none: "Aucun client pour l’instant. Créez-en un pour regrouper les projets et les rapports par client.",
  noneArchived: "Aucun client archivé.",
  noneFound: "Aucun client ne correspond.",
};
