import { byLanguage, type Catalogue, type Language } from "./catalogue.ts";

const catalogues: Partial<Record<Language, () => Promise<Catalogue>>> = byLanguage(
  import.meta.glob(["/src/i18n/*/catalogue.ts", "!**/en/*"], { import: "catalogue" }),
);

/** The dashboard's languages: English, and one for each folder of translations. */
export const languages: readonly Language[] = ["en", ...(Object.keys(catalogues) as Language[])];

/** Loads the texts that every page needs. */
export function loadCatalogue(language: Exclude<Language, "en">): Promise<Catalogue> {
  const load = catalogues[language];
  if (load === undefined) throw new Error(`src/i18n has no folder ${language}.`);
  return load();
}

const names: Partial<Record<Language, string>> = {};

/** A language's name for itself: `Deutsch`. Cached, because `Intl.DisplayNames` is slow to create. */
export function nameLanguage(language: Language): string {
  const name = (names[language] ??= new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
