import type { Language } from "#identity/me/languages.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import type { TableWords } from "./words.ts";

const words: Record<Language, TableWords> = { en, de, fr };

/** The words of a table for people; undefined for a table with the fields of the API. */
export function wordsOfTable({ language }: { language?: Language }): TableWords | undefined {
  return language && words[language];
}
