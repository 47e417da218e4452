import type { OrganizationRow } from "#identity/organizations/queries.ts";

/** What README.txt of an export says. */
export function readme({ id, name }: Pick<OrganizationRow, "id" | "name">, beganAt: Date): string {
  return `Everything that Stint holds for one organization, as it was at ${beganAt.toISOString()}:
${name} (${id})

organization.json    its settings
members.csv          who belongs to it, and as what; also who no longer works there
invitations.csv      who was invited, without the links
clients.csv          whom projects are done for
projects.csv         what work is booked on; budget and memberIds are JSON
tasks.csv            parts of projects
rates.csv            what an hour is charged and costs, from effectiveFrom on
time-entries.csv     finished work, with the prices it got; deleted entries have deletedAt, and of those that were
                     deleted more than 30 days ago only id and times are left
timers.csv           what was running
webhooks.csv         endpoints that are told of what happens, without their secrets
api-keys.csv         keys and sessions, without what they could be used by
audit-events.jsonl   every change, in the order of the ids: who, what, the row afterwards (object), and what was there
                     before (previous); one JSON object in each line, with the columns of the database. Seals of the
                     log are the changes audit.sealed

All files agree with each other: they show one moment.
CSV is UTF-8 after RFC 4180. Instants are ISO 8601 in UTC, durations whole seconds. Money (…Minor) is in whole minor
units of currency, cents for EUR; rates are for an hour. Lists and budgets are JSON. Empty is nothing.
A text that a spreadsheet would take for a formula (=, +, -, @ …) has an apostrophe put before it.
`;
}
