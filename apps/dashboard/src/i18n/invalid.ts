import type { Language } from "./catalogue.ts";

interface InvalidWords {
  missing: string;
  unchecked: string;
  email: string;
  url: string;
  number: (min: string, max: string) => string;
  short: (least: string) => string;
}

/** Why a control's content is not accepted, in place of the browser's messages, which are in the browser's language. */
export const invalid: Record<Language, InvalidWords> = {
  en: {
    missing: "Fill this in.",
    unchecked: "Check this to continue.",
    email: "Enter an email address such as ada@example.com.",
    url: "Enter an address that begins with https://.",
    number: (min, max) => `Enter a number from ${min} to ${max}.`,
    short: (least) => `Enter at least ${least} characters.`,
  },
  de: {
    missing: "Bitte ausfüllen.",
    unchecked: "Setzen Sie hier ein Häkchen, um fortzufahren.",
    email: "Geben Sie eine E-Mail-Adresse wie ada@example.com ein.",
    url: "Geben Sie eine Adresse ein, die mit https:// beginnt.",
    number: (min, max) => `Geben Sie eine Zahl von ${min} bis ${max} ein.`,
    short: (least) => `Geben Sie mindestens ${least} Zeichen ein.`,
  },
  fr: {
    missing: "Remplissez ce champ.",
    unchecked: "Cochez cette case pour continuer.",
    email: "Saisissez une adresse e-mail comme ada@example.com.",
    url: "Saisissez une adresse qui commence par https://.",
    number: (min, max) => `Saisissez un nombre de ${min} à ${max}.`,
    short: (least) => `Saisissez au moins ${least} caractères.`,
  },
};
