import { hash, randomBytes } from "node:crypto";
import { shownAs } from "#platform/fields/shown.ts";
import type { Static } from "#platform/http/contract/type/type.ts";
import type { ShownRow, StatedEntry } from "./queries.ts";
import { StatementEntry, type TimesheetStatement } from "./schemas.ts";

type Shown = Static<typeof TimesheetStatement>;

/** The part of a statement that `hash` covers. */
export type Statement = Omit<Shown, "hash" | "userName" | "amounts" | "previous">;

/** The amounts of a statement. The salt prevents readers who may not see amounts from guessing them from the hash. */
export type StatementAmounts = NonNullable<Shown["amounts"]>;

export interface Stated {
  statement: Statement;
  amounts: StatementAmounts;
  hash: string;
}

/** The timesheet data that a statement contains, as it was before the approval. */
type StatedSheet = Pick<
  ShownRow,
  "org_id" | "user_id" | "period_start" | "period_end" | "starts_at" | "ends_at" | "time_zone" | "revision"
>;

const toEntry = shownAs(StatementEntry);

export function makeStatement(
  sheet: StatedSheet,
  unordered: readonly StatedEntry[],
  { currency, previousHash }: { currency: string; previousHash: string | null },
): Stated {
  const entries = unordered.toSorted(compareStarts);
  const total = (valueOf: (entry: StatedEntry) => number) => entries.reduce((sum, entry) => sum + valueOf(entry), 0);
  const amounts: StatementAmounts = {
    salt: randomBytes(32).toString("hex"),
    currency,
    entries: entries.map((entry) => [entry.id, entry.amount_minor]),
    amountMinor: total((entry) => entry.amount_minor),
  };
  const statement: Statement = {
    organizationId: sheet.org_id,
    userId: sheet.user_id,
    periodStart: sheet.period_start,
    periodEnd: sheet.period_end,
    startsAt: sheet.starts_at,
    endsAt: sheet.ends_at,
    timeZone: sheet.time_zone,
    revision: sheet.revision + 1,
    previousHash,
    entries: entries.map(toEntry),
    totals: {
      entries: entries.length,
      seconds: total((entry) => entry.duration_seconds),
      billableSeconds: total((entry) => entry.billable_seconds),
    },
    amountsHash: hashOf(amounts),
  };
  return { statement, amounts, hash: hashOf(statement) };
}

// Compares instants, because as text half a second after 09:00:00Z would sort before 09:00:00Z.
function compareStarts(one: StatedEntry, other: StatedEntry): number {
  const apart = Date.parse(one.started_at) - Date.parse(other.started_at);
  if (apart !== 0) return apart;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** The SHA-256 of a value's canonical form, in hexadecimal. */
export function hashOf(value: object): string {
  return hash("sha256", canonicalJson(value), "hex");
}

/**
 * The canonical JSON (RFC 8785) of a value that consists of strings, integers, null, arrays and objects. `<` compares
 * UTF-16 code units, the order of names that the RFC requires.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}

/** The ids of entries added, removed and changed since an earlier statement. */
export function compareEntries(previous: readonly StatementEntry[], present: readonly StatementEntry[]) {
  const before = new Map(previous.map((entry) => [entry.id, canonicalJson(entry)]));
  const now = new Map(present.map((entry) => [entry.id, canonicalJson(entry)]));
  return {
    added: [...now.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !now.has(id)),
    changed: [...now].flatMap(([id, text]) => (before.has(id) && before.get(id) !== text ? [id] : [])),
  };
}
