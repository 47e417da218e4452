import { typedText } from "#platform/tables/csv.ts";
import type { Field } from "./header-lists.ts";

/** The texts of Stint's own CSV without the apostrophes that keep spreadsheets from running them. */
export function unescapeStint(text: string): string {
  return typedText(text);
}

const kimaiPayload = /^' (?=[=\-@+\t\n\r]|[^]*dde)/i;

/** Kimai writes an apostrophe and a blank before descriptions that a spreadsheet could run. */
export function unescapeKimai(text: string, field: Field): string {
  return field === "description" ? text.replace(kimaiPayload, "") : text;
}
