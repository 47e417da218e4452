import type { OrganizationRow } from "#identity/organizations/queries.ts";

export function readme(
  { id, name }: Pick<OrganizationRow, "id" | "name">,
  files: readonly { path: string; about: string }[],
  beganAt: Date,
): string {
  return `All data that Stint stores for one organization, as of ${beganAt.toISOString()}:
${name} (${id})

organization.json    its settings
${files.map(toLine).join("\n")}
audit-events.jsonl   every change, in the order of the ids: actor, action, the row afterwards (object), and the previous
                     values (previous); one JSON object per line, with the columns of the database. Seals of the
                     log are the changes audit.sealed

All files are from the same snapshot, so they are consistent.
CSV is UTF-8 according to RFC 4180. Instants are ISO 8601 in UTC, durations whole seconds. Money (…Minor) is in whole minor
units of currency, cents for EUR; rates are per hour. Lists and budgets are JSON. Empty means no value.
A text that a spreadsheet would read as a formula (=, +, -, @ …) is prefixed with an apostrophe.
`;
}

const margin = 21;

function toLine({ path, about }: { path: string; about: string }): string {
  return path.padEnd(margin) + about.replaceAll("\n", `\n${" ".repeat(margin)}`);
}
