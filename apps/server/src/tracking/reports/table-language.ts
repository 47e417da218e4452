import { OneOf } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { type Language, languages, type Texts, texts } from "#texts/texts.ts";

/** The `language` parameter of an operation that returns tables. */
export const tableLanguage = Type.Optional(
  OneOf(languages, {
    description:
      "Writes the table for people: headings in this language, names instead of ids, decimal hours, and a total in the last row. Without it, the columns are the fields of the API. JSON ignores it.",
  }),
);

export type TableWords = Texts["tables"];

/** The words of a table for people; undefined for a table with the fields of the API. */
export function wordsOfTable({ language }: { language?: Language }): TableWords | undefined {
  return language && texts[language].tables;
}
