import type { invalid as en } from "#i18n/en/invalid.ts";

export const invalid: typeof en = {
  missing: "Remplissez ce champ.",
  unchecked: "Cochez cette case pour continuer.",
  email: "Saisissez une adresse e-mail comme ada@example.com.",
  url: "Saisissez une adresse qui commence par https://.",
  number: (min, max) => `Saisissez un nombre de ${min} à ${max}.`,
  short: (least) => `Saisissez au moins ${least} caractères.`,
};
