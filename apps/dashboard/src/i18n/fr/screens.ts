import type { Catalogue } from "#i18n/catalogue.ts";

export const screens: Catalogue["screens"] = {
  time: "Temps",
  calendar: "Calendrier",
  timesheet: "Feuille de temps",
  statement: "Relevé",
  projects: "Projets",
  clients: "Clients",
  tags: "Étiquettes",
  rates: "Taux horaires",
  reports: "Rapports",
  savedReports: "Rapports enregistrés",
  team: "Équipe",
  settings: "Paramètres",
  organization: "Organisation",
  apiKeys: "Clés API",
  webhooks: "Webhooks",
  auditLog: "Journal d’audit",
  imports: "Import",
  backups: "Sauvegardes",
  blog: "Blog",
  profile: "Profil",
};
