import type { Field } from "./header-lists.ts";

const kimaiPayload = /^' (?=[=\-@+\t\n\r]|[^]*dde)/i;

/**
 * Removes the apostrophe and space that Kimai puts before descriptions that a spreadsheet could interpret as formulas.
 */
export function unescapeKimai(text: string, field: Field): string {
  return field === "description" ? text.replace(kimaiPayload, "") : text;
}
