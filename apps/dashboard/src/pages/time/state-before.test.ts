import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent, TimeEntry } from "@stint/sdk";
import { stateBefore } from "./state-before.ts";

function changes(...fields: [string, unknown, unknown][]): AuditEvent {
  return { changes: fields.map(([field, old, now]) => ({ field, old, new: now })) } as unknown as AuditEvent;
}

const entry = { description: "c", durationSeconds: 60, tags: ["x"], projectId: "p2", taskId: "t2" } as TimeEntry;

test("the state before a change is derived from the later changes", () => {
  const events = [
    changes(["description", "b", "c"]),
    changes(["description", "a", "b"], ["durationSeconds", 30, 60], ["amountMinor", 1, 2]),
  ];
  assert.deepEqual(stateBefore(entry, events.slice(0, 1)), { description: "b" });
  assert.deepEqual(stateBefore(entry, events), { description: "a", durationSeconds: 30 });
});

test("fields with an unchanged value are left out, and empty ones are restored as empty", () => {
  const events = [changes(["description", "b", "c"], ["tags", null, ["x"]]), changes(["description", "c", "b"])];
  assert.deepEqual(stateBefore(entry, events), { tags: [] });
});
