import { de } from "./de.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

export type Texts = typeof en;

/** Each language has a file here and a folder in `apps/dashboard/src/i18n`. */
export const texts = { en, de, fr } satisfies Record<string, Texts>;

export type Language = keyof typeof texts;

export const languages = Object.keys(texts) as Language[];
