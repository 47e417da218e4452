import { typedText } from "#platform/tables/csv.ts";
import type { Field } from "./header-lists.ts";

/** Removes the apostrophes that Stint adds to CSV so that spreadsheets do not interpret text as formulas. */
export function unescapeStint(text: string): string {
  return typedText(text);
}

const kimaiPayload = /^' (?=[=\-@+\t\n\r]|[^]*dde)/i;

/**
 * Removes the apostrophe and space that Kimai puts before descriptions that a spreadsheet could interpret as formulas.
 */
export function unescapeKimai(text: string, field: Field): string {
  return field === "description" ? text.replace(kimaiPayload, "") : text;
}
