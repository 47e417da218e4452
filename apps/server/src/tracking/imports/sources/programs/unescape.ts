import { typedText } from "#platform/tables/csv.ts";
import type { Field } from "./header-lists.ts";

/** Removes the apostrophes that keep spreadsheets from executing texts in Stint's own CSV. */
export function unescapeStint(text: string): string {
  return typedText(text);
}

const kimaiPayload = /^' (?=[=\-@+\t\n\r]|[^]*dde)/i;

/** Kimai writes an apostrophe and a space before descriptions that a spreadsheet could execute. */
export function unescapeKimai(text: string, field: Field): string {
  return field === "description" ? text.replace(kimaiPayload, "") : text;
}
