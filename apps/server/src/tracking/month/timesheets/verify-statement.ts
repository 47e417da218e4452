import { Ajv, type ErrorObject } from "ajv";
import { hashOf, type Statement, type StatementAmounts } from "./statement.ts";

/** A statement from the API, without the fields that neither hash covers. */
export type ShownStatement = Statement & { hash: string; amounts?: StatementAmounts };

export interface StatementFault {
  code:
    | "malformed"
    | "hash"
    | "amounts_hash"
    | "previous_hash"
    | "period"
    | "order"
    | "duplicate"
    | "outside_period"
    | "totals"
    | "amounts";
  pointer: string;
  message: string;
}

// UTF-8 cannot encode lone surrogates, so a text that contains one has no canonical form.
const text = { type: "string", pattern: String.raw`^\P{Cs}*$` };
const digest = { type: "string", pattern: "^[0-9a-f]{64}$" };
const day = { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\d$` };
const instant = { type: "string", pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$` };
const integer = { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const natural = { ...integer, minimum: 0 };

function record(properties: Record<string, object>, optional: Record<string, object> = {}) {
  return { type: "object", required: Object.keys(properties), properties: { ...properties, ...optional } };
}

// Allows no other fields, because no hash would cover them.
const covered = { additionalProperties: false };

const shape = record(
  {
    organizationId: text,
    userId: text,
    periodStart: day,
    periodEnd: day,
    startsAt: instant,
    endsAt: instant,
    timeZone: text,
    revision: { ...integer, minimum: 1 },
    previousHash: { anyOf: [digest, { type: "null" }] },
    entries: {
      type: "array",
      items: {
        ...record({
          id: text,
          version: natural,
          startedAt: instant,
          durationSeconds: natural,
          projectId: text,
          taskId: text,
          billableSeconds: natural,
        }),
        ...covered,
      },
    },
    totals: { ...record({ entries: natural, seconds: natural, billableSeconds: natural }), ...covered },
    amountsHash: digest,
    hash: digest,
  },
  {
    amounts: {
      ...record({
        salt: digest,
        currency: text,
        entries: {
          type: "array",
          items: { type: "array", items: [text, integer], minItems: 2, additionalItems: false },
        },
        amountMinor: integer,
      }),
      ...covered,
    },
  },
);

const checkShape = new Ajv({ allErrors: true }).compile<ShownStatement>(shape);

/** The statement if the value has the right form; otherwise the faults. */
function readShownStatement(
  value: unknown,
): { statement: ShownStatement; faults: [] } | { statement: undefined; faults: StatementFault[] } {
  if (checkShape(value)) return { statement: value, faults: [] };
  return { statement: undefined, faults: (checkShape.errors ?? []).map(toFault) };
}

function toFault({ instancePath, keyword, params, message = "" }: ErrorObject): StatementFault {
  if (keyword === "required")
    return {
      code: "malformed",
      pointer: `${instancePath}/${String(params["missingProperty"])}`,
      message: "is missing",
    };
  if (keyword === "additionalProperties")
    return {
      code: "malformed",
      pointer: `${instancePath}/${String(params["additionalProperty"])}`,
      message: "is not a field of a statement, so no hash covers it",
    };
  return { code: "malformed", pointer: instancePath, message };
}

/** Compares a statement with its hashes, and its entries with their sums. Returns all contradictions. */
export function verifyStatement(value: unknown): StatementFault[] {
  const { statement, faults } = readShownStatement(value);
  if (statement === undefined) return faults;
  return [
    ...checkHashes(statement),
    ...checkPeriod(statement),
    ...checkEntries(statement),
    ...checkTotals(statement),
    ...checkAmounts(statement),
  ];
}

export function hashOfShown(shown: ShownStatement): string {
  const { organizationId, userId, periodStart, periodEnd, startsAt, endsAt, timeZone } = shown;
  const { revision, previousHash, entries, totals, amountsHash } = shown;
  const about = { organizationId, userId, periodStart, periodEnd, startsAt, endsAt, timeZone };
  return hashOf({ ...about, revision, previousHash, entries, totals, amountsHash } satisfies Statement);
}

function checkHashes(shown: ShownStatement): StatementFault[] {
  const { hash, amounts, amountsHash, revision, previousHash } = shown;
  const faults: StatementFault[] = [];
  const expected = hashOfShown(shown);
  if (hash !== expected)
    faults.push({ code: "hash", pointer: "/hash", message: `is not that of the statement, which is ${expected}` });
  if (amounts !== undefined && hashOf(amounts) !== amountsHash)
    faults.push({
      code: "amounts_hash",
      pointer: "/amountsHash",
      message: `is not that of the amounts, which is ${hashOf(amounts)}`,
    });
  if ((revision === 1) !== (previousHash === null))
    faults.push({
      code: "previous_hash",
      pointer: "/previousHash",
      message: "must be null in revision 1, and the hash of the revision before in later ones",
    });
  return faults;
}

function checkPeriod({ periodStart, periodEnd, startsAt, endsAt }: ShownStatement): StatementFault[] {
  const faults: StatementFault[] = [];
  if (!(Date.parse(periodStart) <= Date.parse(periodEnd)))
    faults.push({ code: "period", pointer: "/periodEnd", message: "must be a day not before periodStart" });
  if (!(Date.parse(startsAt) < Date.parse(endsAt)))
    faults.push({ code: "period", pointer: "/endsAt", message: "must be an instant after startsAt" });
  return faults;
}

function checkEntries({ entries, startsAt, endsAt }: ShownStatement): StatementFault[] {
  const faults: StatementFault[] = [];
  const [fromMs, toMs] = [Date.parse(startsAt), Date.parse(endsAt)];
  const seen = new Set<string>();
  let lastMs = -Infinity;
  let lastId = "";
  for (const [index, { id, startedAt }] of entries.entries()) {
    const pointer = `/entries/${index}`;
    const ms = Date.parse(startedAt);
    if (!(ms >= fromMs && ms < toMs))
      faults.push({
        code: "outside_period",
        pointer: `${pointer}/startedAt`,
        message: `of ${id} is not between startsAt and endsAt`,
      });
    if (seen.has(id)) faults.push({ code: "duplicate", pointer, message: `lists ${id} again` });
    else if (ms < lastMs || (ms === lastMs && id < lastId))
      faults.push({ code: "order", pointer, message: `(${id}) belongs before the entry that precedes it` });
    seen.add(id);
    [lastMs, lastId] = [ms, id];
  }
  return faults;
}

function checkTotals({ entries, totals }: ShownStatement): StatementFault[] {
  const expected = {
    entries: entries.length,
    seconds: sum(entries.map(({ durationSeconds }) => durationSeconds)),
    billableSeconds: sum(entries.map(({ billableSeconds }) => billableSeconds)),
  };
  return (["entries", "seconds", "billableSeconds"] as const)
    .filter((name) => totals[name] !== expected[name])
    .map((name) => ({
      code: "totals",
      pointer: `/totals/${name}`,
      message: `is ${totals[name]}, but the entries add up to ${expected[name]}`,
    }));
}

function checkAmounts({ entries, amounts }: ShownStatement): StatementFault[] {
  if (amounts === undefined) return [];
  const faults: StatementFault[] = [];
  const length = Math.max(entries.length, amounts.entries.length);
  const differing = Array.from({ length }, (_, index) => index).find(
    (index) => entries[index]?.id !== amounts.entries[index]?.[0],
  );
  if (differing !== undefined)
    faults.push({
      code: "amounts",
      pointer: `/amounts/entries/${differing}`,
      message: `is for ${amounts.entries[differing]?.[0] ?? "no entry"}, but the statement has ${entries[differing]?.id ?? "no entry"} at that position`,
    });
  const expected = sum(amounts.entries.map(([, amountMinor]) => amountMinor));
  if (amounts.amountMinor !== expected)
    faults.push({
      code: "amounts",
      pointer: "/amounts/amountMinor",
      message: `is ${amounts.amountMinor}, but the amounts add up to ${expected}`,
    });
  return faults;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
