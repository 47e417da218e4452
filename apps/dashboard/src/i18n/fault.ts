import type { Language } from "./catalogue.ts";

/** The texts about faults, which must not depend on files that have yet to be loaded. */
export const faults: Record<Language, { title: string; failed: string; typed: string; reload: string }> = {
  en: {
    title: "Something went wrong",
    failed:
      "Something went wrong here. Reload the page: everything you saved is kept, including changes that haven’t been sent yet.",
    typed: "What you typed:",
    reload: "Reload",
  },
  de: {
    title: "Ein Fehler ist aufgetreten",
    failed:
      "Hier ist ein Fehler aufgetreten. Laden Sie die Seite neu: Alles Gespeicherte bleibt erhalten, auch noch nicht Gesendetes.",
    typed: "Ihre Eingaben:",
    reload: "Neu laden",
  },
  fr: {
    title: "Un problème est survenu",
    failed:
      "Un problème est survenu ici. Rechargez la page : tout ce que vous avez enregistré est conservé, même ce qui n’a pas encore été envoyé.",
    typed: "Votre saisie :",
    reload: "Recharger",
  },
};
