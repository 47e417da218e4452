import type { settings as en } from "#i18n/en/settings.ts";

export const settings: typeof en = {
  navigation: "Einstellungen",
  you: "Sie",
  never: "nie",
  secretOnce: "Diese Angabe wird nur jetzt angezeigt. Speichern Sie sie, bevor Sie fortfahren.",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Ihr Browser hat das Kopieren nicht erlaubt.",
  onlyThisMachine: (origin) =>
    `Links, die mit ${origin} beginnen, kann nur dieser Computer öffnen. Damit andere sie öffnen können, setzen Sie PUBLIC_URL auf die Adresse dieses Servers und starten ihn neu.`,
  stored: "Habe ich gespeichert",
  done: "Fertig",
};
