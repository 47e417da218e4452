import type { choices as en } from "#i18n/en/choices.ts";

export const choices: typeof en = {
  timeThere: (clock) => `Heure locale actuelle : ${clock}`,
  noZone: "Aucun fuseau horaire trouvé.",
  noCurrency: "Aucune devise trouvée.",
};
