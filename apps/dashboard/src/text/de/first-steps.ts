import type { firstSteps as en } from "#text/en/first-steps.ts";

export const firstSteps: typeof en = {
  import: "Aus einem anderen Programm importieren",
  sample: "Mit Beispieldaten ausprobieren",
  sampleMade: "Beispieldaten sind da",
  sampleRunning: "Beispieldaten werden geschrieben …",
  sampleHere: "Diese Organisation enthält Beispieldaten.",
  sampleRemove: "Beispieldaten entfernen",
  sampleRemoved: "Beispieldaten entfernt",
  sampleFailed: "Die Beispieldaten ließen sich nicht lesen.",
};
