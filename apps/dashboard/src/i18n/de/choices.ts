import type { choices as en } from "#i18n/en/choices.ts";

export const choices: typeof en = {
  timeThere: (clock) => `Aktuelle Ortszeit: ${clock}`,
  noZone: "Keine Zeitzone gefunden.",
  noCurrency: "Keine Währung gefunden.",
};
