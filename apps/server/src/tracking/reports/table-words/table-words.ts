import { languages } from "#identity/me/schemas.ts";
import { OneOf } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import type { TableWords } from "./words.ts";

type Language = (typeof languages)[number];

const words: Record<Language, TableWords> = { en, de, fr };

/** The `language` parameter of an operation that returns tables. */
export const tableLanguage = Type.Optional(
  OneOf(languages, {
    description:
      "Writes the table for people: headings in this language, names instead of ids, decimal hours, and a total in the last row. Without it, the columns are the fields of the API. JSON ignores it.",
  }),
);

/** The words of a table for people; undefined for a table with the fields of the API. */
export function wordsOfTable({ language }: { language?: Language }): TableWords | undefined {
  return language && words[language];
}
