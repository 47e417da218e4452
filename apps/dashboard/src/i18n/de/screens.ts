import type { Catalogue } from "#i18n/catalogue.ts";

export const screens: Catalogue["screens"] = {
  time: "Zeit",
  calendar: "Kalender",
  timesheet: "Stundenzettel",
  statement: "Nachweis",
  projects: "Projekte",
  clients: "Kunden",
  tags: "Schlagwörter",
  rates: "Stundensätze",
  reports: "Berichte",
  savedReports: "Gespeicherte Berichte",
  team: "Team",
  settings: "Einstellungen",
  organization: "Organisation",
  apiKeys: "API-Schlüssel",
  webhooks: "Webhooks",
  auditLog: "Protokoll",
  imports: "Import",
  backups: "Sicherungen",
  blog: "Blog",
  profile: "Profil",
};
