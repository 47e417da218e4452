import type { OrganizationRow } from "#identity/organizations/queries.ts";

/** The text of an export's README.txt. */
export function readme(
  { id, name }: Pick<OrganizationRow, "id" | "name">,
  files: readonly { path: string; about: string }[],
  beganAt: Date,
): string {
  return `Everything that Stint holds for one organization, as it was at ${beganAt.toISOString()}:
${name} (${id})

organization.json    its settings
${files.map(toLine).join("\n")}
audit-events.jsonl   every change, in the order of the ids: who, what, the row afterwards (object), and what was there
                     before (previous); one JSON object in each line, with the columns of the database. Seals of the
                     log are the changes audit.sealed

All files agree with each other: they show one moment.
CSV is UTF-8 after RFC 4180. Instants are ISO 8601 in UTC, durations whole seconds. Money (…Minor) is in whole minor
units of currency, cents for EUR; rates are for an hour. Lists and budgets are JSON. Empty is nothing.
A text that a spreadsheet would take for a formula (=, +, -, @ …) has an apostrophe put before it.
`;
}

const margin = 21;

function toLine({ path, about }: { path: string; about: string }): string {
  return path.padEnd(margin) + about.replaceAll("\n", `\n${" ".repeat(margin)}`);
}
