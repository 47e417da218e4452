import type { choices as en } from "#text/en/choices.ts";

export const choices: typeof en = {
  timeThere: (clock) => `Dort ist es jetzt ${clock}.`,
  noZone: "Keine Zeitzone heißt so.",
  noCurrency: "Keine Währung heißt so.",
};
