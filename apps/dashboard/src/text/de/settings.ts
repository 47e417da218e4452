import type { settings as en } from "#text/en/settings.ts";

export const settings: typeof en = {
  title: "Einstellungen",
  navigation: "Einstellungen",
  organization: "Organisation",
  apiKeys: "API-Schlüssel",
  webhooks: "Webhooks",
  auditLog: "Protokoll",
  import: "Import",
  backup: "Sicherungen",
  you: "Sie",
  never: "nie",
  secretOnce: "Es wird nur jetzt angezeigt und danach nie wieder. Speichern Sie es, bevor Sie weitermachen.",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser hat das Kopieren nicht erlaubt.",
  stored: "Ich habe es gespeichert",
  done: "Fertig",
};
