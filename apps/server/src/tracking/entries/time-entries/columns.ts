import { raw, type Sql } from "#platform/database/database.ts";
import { noPrices, priceTypes } from "#tracking/ledger/rates/prices.ts";

/** A column's type in the database and, unless a tombstone keeps the value, the value in a tombstone. */
type Column = readonly [type: string, cleared?: unknown];

const given = {
  user_id: ["text"],
  project_id: ["text", null],
  task_id: ["text", null],
  started_at: ["timestamptz"],
  duration_seconds: ["integer", 0],
  description: ["text", ""],
  tags: ["text[]", []],
  tag_keys: ["text[]", []],
  billable_choice: ["boolean", null],
  external_ref: ["text", null],
  source: ["text", null],
  breaks: ["text[]", null],
  late_reason: ["text", null],
} as const;

const derived = {
  billable: ["boolean", false],
  billable_seconds: ["integer", 0],
  billing_batch_id: ["text", null],
  billed_at: ["timestamptz", null],
  billed_reference: ["text", null],
} as const;

/** The columns that a new entry brings with it. */
export const givenTypes = typesOf(given);

export const givenColumns = raw(Object.keys(given).join(", "));

/** The columns that writes set, with their database types. */
export const columnTypes = { ...givenTypes, ...typesOf(derived), ...priceTypes };

/** The column values of an entry whose content has been removed. Its start becomes the time of its deletion. */
export const clearedColumns: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries<Column>({ ...given, ...derived }).flatMap(([name, [, cleared]]) =>
      cleared === undefined ? [] : [[name, cleared]],
    ),
  ),
  ...noPrices,
};

/** The assignments that remove the content of deleted entries in an SQL update, except for `started_at`. */
export const clearContent: Sql = raw(
  Object.entries(clearedColumns)
    .map(([column, value]) => `${column} = ${literal(value)}`)
    .join(", "),
);

function typesOf<Name extends string>(columns: Record<Name, Column>): Record<Name, string> {
  const types = Object.entries<Column>(columns).map(([name, [type]]) => [name, type]);
  return Object.fromEntries(types) as Record<Name, string>;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return "'{}'";
  return typeof value === "string" ? `'${value}'` : String(value);
}
