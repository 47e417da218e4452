import type { Json } from "./test-app.ts";

const leftOut = [
  // These change with the project's entries rather than with the project.
  "unbilledSeconds",
  "unbilledAmountMinor",
  // These require a separate scope.
  "billedAt",
  "billedReference",
  "billingBatchId",
  // The breakdown of a billing batch is not part of its events.
  "clients",
  "projects",
  // Each step of a timesheet is a separate event.
  "steps",
];

/** Removes the fields that events and lists of changes leave out. */
export function asInEvents(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !leftOut.includes(name)));
}
