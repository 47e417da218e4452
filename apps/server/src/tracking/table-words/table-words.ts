import { languages } from "#identity/me/schemas.ts";
import { invalid } from "#platform/errors.ts";
import { OneOf } from "#platform/http/schemas.ts";
import { Type } from "#platform/http/type/type.ts";
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
      "Writes the table for people: headings in this language, names instead of ids, decimal hours, and a total in the last row. Without it, the columns are the fields of the API. Only with `csv` and `xlsx`.",
  }),
);

/** The words of a table for people; undefined for a table with the fields of the API. */
export function readTableWords(query: { format?: string; language?: Language }): TableWords | undefined {
  const { format = "json", language } = query;
  if (language === undefined) return undefined;
  if (format === "json") throw invalid("/language", "not_allowed", "is only for the formats csv and xlsx");
  return words[language];
}
