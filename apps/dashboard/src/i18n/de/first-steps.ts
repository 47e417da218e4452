import type { firstSteps as en } from "#i18n/en/first-steps.ts";

export const firstSteps: typeof en = {
  import: "Aus einer anderen Zeiterfassung importieren",
  invite: "Team einladen",
  sample: "Mit Beispieldaten ausprobieren",
  sampleMade: "Beispieldaten hinzugefügt",
  sampleRunning: "Beispieldaten werden hinzugefügt …",
  sampleHere: "Diese Organisation enthält Beispieldaten.",
  sampleRemove: "Beispieldaten entfernen",
  sampleRemoved: "Beispieldaten entfernt",
  sampleFailed: "Die Beispieldaten konnten nicht geladen werden.",
};
