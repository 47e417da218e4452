import type { Catalogue, Language } from "./catalogue.ts";
import { byLanguage } from "./lazy-text.ts";

const catalogues = byLanguage<Catalogue>(import.meta.glob(["/src/i18n/*/catalogue.ts", "!**/en/*"]));

/** The dashboard's languages: English, and one for each folder of translations. */
export const languages: readonly Language[] = ["en", ...catalogues.keys()];

/** Loads the texts that every page needs. */
export function loadCatalogue(language: Exclude<Language, "en">): Promise<Catalogue> {
  const load = catalogues.get(language);
  if (load === undefined) throw new Error(`src/i18n has no folder ${language}.`);
  return load();
}

/** A language's name for itself: `Deutsch`. */
export function nameLanguage(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
