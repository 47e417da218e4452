/** A fault of a statement. */
export type StatementFaultCode =
  /** A field is missing or has the wrong type, or there is an extra field that no hash covers. */
  | "malformed"
  /** `hash` does not match the statement, so a hashed field was changed. */
  | "hash"
  /** `amountsHash` does not match `amounts`. */
  | "amounts_hash"
  /** The first revision has a `previousHash`, or a later one has none. */
  | "previous_hash"
  /** The period ends before it begins. */
  | "period"
  /** An entry should come before the preceding entry. */
  | "order"
  /** An entry is listed twice. */
  | "duplicate"
  /** An entry does not start within the period. */
  | "outside_period"
  /** The entries do not add up to `totals`. */
  | "totals"
  /** The amounts do not add up, or do not match the entries. */
  | "amounts";

/** One inconsistency in a statement. */
export interface StatementFault {
  code: StatementFaultCode;
  /** A JSON Pointer to the wrong field. */
  pointer: string;
  /** The fault, in English. */
  message: string;
}

/** The result of verifying a statement. */
export interface StatementVerification {
  /** Whether the statement has no faults. */
  isSound: boolean;
  /** The correct hash of the statement; undefined if the statement is malformed. */
  hash: string | undefined;
  /** All faults; empty if the statement is sound. */
  faults: StatementFault[];
}

interface Entry {
  id: string;
  startedAt: string;
  durationSeconds: number;
  billableSeconds: number;
}

interface Amounts {
  entries: [id: string, amountMinor: number][];
  amountMinor: number;
}

interface Statement {
  periodStart: string;
  periodEnd: string;
  startsAt: string;
  endsAt: string;
  revision: number;
  previousHash: string | null;
  entries: Entry[];
  totals: { entries: number; seconds: number; billableSeconds: number };
  amountsHash: string;
  hash: string;
  amounts?: Amounts;
}

type Kind = (value: unknown) => boolean;

// Rejects lone surrogates, because they cannot be encoded as UTF-8 and hashed.
const text: Kind = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const matching =
  (pattern: RegExp): Kind =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const digest = matching(/^[0-9a-f]{64}$/);
const day = matching(/^\d{4}-\d\d-\d\d$/);
const instant = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
const integer: Kind = Number.isSafeInteger;
const natural: Kind = (value) => integer(value) && (value as number) >= 0;

const hashedFields: Record<string, Kind> = {
  organizationId: text,
  userId: text,
  periodStart: day,
  periodEnd: day,
  startsAt: instant,
  endsAt: instant,
  timeZone: text,
  revision: (value) => natural(value) && value !== 0,
  previousHash: (value) => value === null || digest(value),
  entries: Array.isArray,
  totals: isRecord,
  amountsHash: digest,
};
const entryFields: Record<string, Kind> = {
  id: text,
  version: natural,
  startedAt: instant,
  durationSeconds: natural,
  projectId: text,
  taskId: text,
  billableSeconds: natural,
};
const totalsFields: Record<string, Kind> = { entries: natural, seconds: natural, billableSeconds: natural };
const amountsFields: Record<string, Kind> = {
  salt: digest,
  currency: text,
  entries: Array.isArray,
  amountMinor: integer,
};

/**
 * Verifies a timesheet's statement, as returned by `GET /v1/timesheets/{id}/statement`, without the server: its hashes,
 * the order and period of its entries, and their sums. Ignores fields that the hashes do not cover, such as `previous`.
 *
 * A sound statement only agrees with its own `hash`. To find out whether it is the statement that was approved, compare
 * the hash with a copy from elsewhere: the timesheet's `statementHash`, the audit log, or an earlier download.
 *
 * @example
 * const { isSound, faults } = await verifyStatement(JSON.parse(text));
 * if (!isSound) for (const { pointer, message } of faults) console.log(`${pointer} ${message}`);
 */
export async function verifyStatement(statement: unknown): Promise<StatementVerification> {
  const malformed = checkShape(statement);
  if (malformed.length > 0) return { isSound: false, hash: undefined, faults: malformed };
  const shown = statement as Statement;
  const fields = statement as Record<string, unknown>;
  const hash = await hashOf(Object.fromEntries(Object.keys(hashedFields).map((name) => [name, fields[name]])));
  const amountsHash = shown.amounts && (await hashOf(shown.amounts));
  const faults = [
    ...checkHashes(shown, hash, amountsHash),
    ...checkPeriod(shown),
    ...checkEntries(shown),
    ...checkTotals(shown),
    ...(shown.amounts === undefined ? [] : checkAmounts(shown.entries, shown.amounts)),
  ];
  return { isSound: faults.length === 0, hash, faults };
}

function fault(code: StatementFaultCode, pointer: string, message: string): StatementFault {
  return { code, pointer, message };
}

async function hashOf(value: object): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalize(value));
  const digested = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digested].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Serializes a value by RFC 8785, which for these types means: sorted keys and no spaces. `sort` compares UTF-16 code
 * units, as the RFC requires.
 */
function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalize(value[name])}`).join(",")}}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkShape(statement: unknown): StatementFault[] {
  if (!isRecord(statement)) return [fault("malformed", "", "must be a statement")];
  const faults = checkFields(statement, { ...hashedFields, hash: digest }, "");
  const { entries, totals, amounts } = statement;
  for (const [index, entry] of Array.isArray(entries) ? entries.entries() : [])
    faults.push(...checkExactly(entry, entryFields, `/entries/${index}`));
  if (isRecord(totals)) faults.push(...checkExactly(totals, totalsFields, "/totals"));
  if (amounts === undefined) return faults;
  faults.push(...checkExactly(amounts, amountsFields, "/amounts"));
  const pairs = isRecord(amounts) ? amounts["entries"] : undefined;
  for (const [index, pair] of Array.isArray(pairs) ? (pairs as unknown[]).entries() : []) {
    const isPair = Array.isArray(pair) && pair.length === 2 && text(pair[0]) && integer(pair[1]);
    if (!isPair) faults.push(fault("malformed", `/amounts/entries/${index}`, "must be an id and an amount"));
  }
  return faults;
}

function checkFields(value: Record<string, unknown>, fields: Record<string, Kind>, at: string): StatementFault[] {
  return Object.entries(fields).flatMap(([name, isOfKind]) => {
    if (value[name] === undefined) return [fault("malformed", `${at}/${name}`, "is missing")];
    return isOfKind(value[name]) ? [] : [fault("malformed", `${at}/${name}`, "has an invalid value")];
  });
}

/** Finds missing, invalid and unknown fields. Unknown fields are faults, because no hash covers them. */
function checkExactly(value: unknown, fields: Record<string, Kind>, at: string): StatementFault[] {
  if (!isRecord(value)) return [fault("malformed", at, "must be an object")];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...checkFields(value, fields, at),
    ...unknown.map((name) =>
      fault("malformed", `${at}/${name}`, "is not a field of a statement, so no hash covers it"),
    ),
  ];
}

function checkHashes(
  { hash, amountsHash, revision, previousHash }: Statement,
  expected: string,
  expectedOfAmounts: string | undefined,
): StatementFault[] {
  const faults: StatementFault[] = [];
  if (hash !== expected) faults.push(fault("hash", "/hash", `is not that of the statement, which is ${expected}`));
  if (expectedOfAmounts !== undefined && amountsHash !== expectedOfAmounts)
    faults.push(fault("amounts_hash", "/amountsHash", `is not that of the amounts, which is ${expectedOfAmounts}`));
  if ((revision === 1) !== (previousHash === null)) {
    const message = "must be null in revision 1, and the hash of the revision before in later ones";
    faults.push(fault("previous_hash", "/previousHash", message));
  }
  return faults;
}

function checkPeriod({ periodStart, periodEnd, startsAt, endsAt }: Statement): StatementFault[] {
  const faults: StatementFault[] = [];
  // The negated comparison also catches NaN, which `Date.parse` returns for a date that does not exist.
  if (!(Date.parse(periodStart) <= Date.parse(periodEnd)))
    faults.push(fault("period", "/periodEnd", "must be a day not before periodStart"));
  if (!(Date.parse(startsAt) < Date.parse(endsAt)))
    faults.push(fault("period", "/endsAt", "must be an instant after startsAt"));
  return faults;
}

function checkEntries({ entries, startsAt, endsAt }: Statement): StatementFault[] {
  const faults: StatementFault[] = [];
  const seen = new Set<string>();
  let last = { ms: -Infinity, id: "" };
  for (const [index, { id, startedAt }] of entries.entries()) {
    const at = `/entries/${index}`;
    const ms = Date.parse(startedAt);
    if (!(ms >= Date.parse(startsAt) && ms < Date.parse(endsAt)))
      faults.push(fault("outside_period", `${at}/startedAt`, `of ${id} is not between startsAt and endsAt`));
    if (seen.has(id)) faults.push(fault("duplicate", at, `lists ${id} again`));
    else if (ms < last.ms || (ms === last.ms && id < last.id))
      faults.push(fault("order", at, `(${id}) belongs before the entry that precedes it`));
    seen.add(id);
    last = { ms, id };
  }
  return faults;
}

function checkTotals({ entries, totals }: Statement): StatementFault[] {
  const expected = {
    entries: entries.length,
    seconds: sum(entries.map(({ durationSeconds }) => durationSeconds)),
    billableSeconds: sum(entries.map(({ billableSeconds }) => billableSeconds)),
  };
  return (["entries", "seconds", "billableSeconds"] as const)
    .filter((name) => totals[name] !== expected[name])
    .map((name) =>
      fault("totals", `/totals/${name}`, `is ${totals[name]}, but the entries add up to ${expected[name]}`),
    );
}

function checkAmounts(entries: Entry[], amounts: Amounts): StatementFault[] {
  const faults: StatementFault[] = [];
  const length = Math.max(entries.length, amounts.entries.length);
  for (let index = 0; index < length; index++) {
    const [named, expected] = [amounts.entries[index]?.[0], entries[index]?.id];
    if (named === expected) continue;
    const message = `is for ${named ?? "no entry"}, but the statement has ${expected ?? "no entry"} at that position`;
    faults.push(fault("amounts", `/amounts/entries/${index}`, message));
    break;
  }
  const expected = sum(amounts.entries.map(([, amountMinor]) => amountMinor));
  if (amounts.amountMinor !== expected) {
    const message = `is ${amounts.amountMinor}, but the amounts add up to ${expected}`;
    faults.push(fault("amounts", "/amounts/amountMinor", message));
  }
  return faults;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
