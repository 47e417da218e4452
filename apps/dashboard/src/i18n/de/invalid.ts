import type { invalid as en } from "#i18n/en/invalid.ts";

export const invalid: typeof en = {
  missing: "Bitte ausfüllen.",
  unchecked: "Setzen Sie hier ein Häkchen, um fortzufahren.",
  email: "Geben Sie eine E-Mail-Adresse wie ada@example.com ein.",
  url: "Geben Sie eine Adresse ein, die mit https:// beginnt.",
  number: (min, max) => `Geben Sie eine Zahl von ${min} bis ${max} ein.`,
  short: (least) => `Geben Sie mindestens ${least} Zeichen ein.`,
};
