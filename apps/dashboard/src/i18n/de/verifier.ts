import type { verifier as english } from "#i18n/en/verifier.ts";

export const verifier: typeof english = {
  heading: "Nachweise freigegebener Zeit prüfen",
  lead: "Ziehen Sie die JSON-Dateien von Nachweisen hierher, oder wählen Sie sie aus. Sie bleiben in Ihrem Browser: Diese Seite sendet nichts und funktioniert ohne Netz.",
  files: "JSON-Dateien",
  save: "Diese Seite speichern",
  insecure:
    "Browser prüfen Nachweise nur über HTTPS oder auf einer Seite, die auf Ihrem Gerät liegt. Speichern Sie diese Seite, und öffnen Sie die gespeicherte Datei.",
  nameOf: (name, id) => `${name} (${id}; den Namen sichert kein Hash)`,
  more: (count) => `und ${count} weitere`,
  notStatement: "Das ist kein Nachweis.",
  unreadable: "Die Datei lässt sich nicht lesen.",
  conflict: "Eine andere Datei gibt sich als dieselbe Fassung aus, ist aber anders.",
  compare:
    "Das zeigt nur, dass jeder Nachweis zu seinem eigenen Hash passt, und den kann auch ein Fälscher berechnen. Vergleichen Sie den Hash deshalb mit dem auf dem Papier oder mit einer Kopie aus anderer Quelle.",
};
