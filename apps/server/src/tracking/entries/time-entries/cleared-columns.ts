import { raw, type Sql } from "#platform/database/database.ts";
import { noPrices } from "#tracking/ledger/rates/prices.ts";

/** The column values of an entry whose content has been removed. Its start becomes the time of its deletion. */
export const clearedColumns = {
  project_id: null,
  task_id: null,
  duration_seconds: 0,
  description: "",
  tags: [],
  tag_keys: [],
  billable: false,
  billable_choice: null,
  billable_seconds: 0,
  ...noPrices,
  external_ref: null,
  breaks: null,
  late_reason: null,
  billing_batch_id: null,
  billed_at: null,
  billed_reference: null,
  source: null,
};

/** The assignments that remove the content of deleted entries in an SQL update, except for `started_at`. */
export const clearContent: Sql = raw(
  Object.entries(clearedColumns)
    .map(([column, value]) => `${column} = ${literal(value)}`)
    .join(", "),
);

function literal(value: (typeof clearedColumns)[keyof typeof clearedColumns]): string {
  if (Array.isArray(value)) return "'{}'";
  return typeof value === "string" ? `'${value}'` : String(value);
}
