import type { lines as en } from "#i18n/en/lines.ts";

export const lines: typeof en = {
  otherZone: (here, shown) => `Zeiten für ${shown}, nicht ${here}.`,
  useZone: (zone) => `${zone} verwenden`,
  keepZone: (zone) => `${zone} behalten`,
  unknownZone: (zone, shown) => `Dieser Browser kennt die Zeitzone ${zone} nicht. Die Zeiten gelten für ${shown}.`,
  yours: "Ihre Version",
  theirs: "Andere Version",
  sessionEnded: "Ihre Sitzung ist beendet",
  sessionEndedText: "Melden Sie sich erneut an, um fortzufahren. Alles auf dem Bildschirm bleibt, wie es ist.",
  signInAsOther: "Als jemand anderes anmelden",
  unsentStay:
    "Nicht gesendete Änderungen bleiben verschlüsselt in diesem Browser und werden gesendet, sobald Sie sich hier wieder anmelden.",
  unsentGo: "Wenn Sie sich jetzt abmelden, gehen nicht gesendete Änderungen verloren.",
};
