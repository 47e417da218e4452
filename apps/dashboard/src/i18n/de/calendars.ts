import type { calendars as en } from "#i18n/en/calendars.ts";

export const calendars: typeof en = {
  none: "Sie haben noch keinen Kalender hinzugefügt.",
  title: "Andere Kalender",
  lead: "Ihre Termine erscheinen hier als Vorschläge, die Sie mit einem Klick als Zeiteintrag übernehmen. Nur Sie sehen sie.",
  add: "Kalender hinzufügen",
  name: "Name",
  address: "Adresse",
  addressHint: "In Ihrem Kalenderprogramm heißt sie „Privatadresse im iCal-Format“, „ICS-Link“ oder ähnlich.",
  read: (when) => `zuletzt gelesen: ${when}`,
  unreadable: (reason) => `Zurzeit nicht lesbar: ${reason}`,
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  removeTitle: (name) => `Kalender „${name}“ entfernen?`,
  removeLead: "Seine Termine verschwinden aus Stint. Zeiteinträge, die Sie daraus erstellt haben, bleiben erhalten.",
  removed: (name) => `Kalender „${name}“ entfernt`,
};
