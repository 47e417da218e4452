import type { settings as en } from "#i18n/en/settings.ts";

export const settings: typeof en = {
  navigation: "Einstellungen",
  you: "Sie",
  never: "nie",
  secretOnce: "Sie sehen das nur dieses eine Mal. Speichern Sie es, bevor Sie fortfahren.",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Ihr Browser hat das Kopieren nicht erlaubt.",
  stored: "Ich habe es gespeichert",
  done: "Fertig",
};
