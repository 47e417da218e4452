import type { device as en } from "#i18n/en/device.ts";

export const device: typeof en = {
  lead: "Ein Programm, das Sie gestartet haben, möchte Stint in Ihrem Namen nutzen.",
  caution:
    "Fahren Sie nur fort, wenn Sie dieses Programm gerade selbst gestartet haben. Niemand von Stint oder aus Ihrer Organisation wird Sie je bitten, einen Code einzugeben: Wer Ihnen einen schickt, will Ihre Zeiten sehen und ändern.",
  code: "Code",
  codeHint: "Das Programm zeigt einen Code wie WDJB-MJHT an.",
  goOn: "Weiter",
  compare: "Zeigt das Programm denselben Code an?",
  program: "Programm",
  machine: "Rechner",
  address: "Anfrage von",
  organization: "Organisation",
  keyName: "Name des Schlüssels",
  validUntil: "Code gültig bis",
  isMine: "Ich habe dieses Programm gestartet, und es zeigt diesen Code an",
  connect: "Verbinden",
  deny: "Ablehnen",
  otherCode: "Anderen Code eingeben",
  connecting: "Sie können zum Programm zurückkehren: Es verbindet sich in wenigen Sekunden.",
  connected: (name) => `Das Programm ist mit dem API-Schlüssel „${name}“ verbunden. Sie können diese Seite schließen.`,
  denied: "Sie haben die Anfrage abgelehnt. Das Programm hat keinen Zugriff auf Ihre Zeiten.",
  manage: "API-Schlüssel anzeigen",
};
