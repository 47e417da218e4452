import type { fault as en } from "#i18n/en/fault.ts";

export const fault: typeof en = {
  title: "Ein Fehler ist aufgetreten",
  failed:
    "Hier ist ein Fehler aufgetreten. Laden Sie die Seite neu: Alles Gespeicherte bleibt erhalten, auch noch nicht Gesendetes.",
  typed: "Ihre Eingaben:",
  reload: "Neu laden",
};
