import type { Json } from "./test-app.ts";

const leftOut = [
  // These change with entries.
  "unbilledSeconds",
  "unbilledAmountMinor",
  // These need a separate scope.
  "billedAt",
  "billedReference",
  "billingBatchId",
  // The breakdown of a billing batch.
  "clients",
  "projects",
  // The steps of a timesheet, which are events themselves.
  "steps",
];

/** An object as shown in events and lists of changes, without the fields that neither contains. */
export function asInEvents(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !leftOut.includes(name)));
}
