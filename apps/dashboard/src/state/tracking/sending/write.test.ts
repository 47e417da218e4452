import assert from "node:assert/strict";
import { test } from "node:test";
import type { Write } from "@stint/offline/write.ts";
import { fillMissing } from "./write.ts";

const fields = { projectId: "web", taskId: "dev", startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60 };
const missing = { description: "Planning", tags: ["sales"] };

test("a description and tags are added to the entries without, and to no others", () => {
  const bare = { ...fields, localId: "a", description: " ", tags: [], billable: null };
  const whole = { ...fields, localId: "b", description: "Call", tags: ["remote"], billable: null };
  assert.deepEqual(fillMissing({ kind: "create", entries: [bare, whole] }, missing), {
    kind: "create",
    entries: [{ ...bare, ...missing }, whole],
  });
});

test("a change gets only what it had emptied", () => {
  const update: Write = {
    kind: "update",
    changes: [
      { id: "a", set: { description: "" }, seen: { description: "Call" } },
      { id: "b", set: { durationSeconds: 120 }, seen: { durationSeconds: 60 } },
    ],
  };
  assert.deepEqual(fillMissing(update, missing), {
    kind: "update",
    changes: [{ id: "a", set: { description: "Planning" }, seen: { description: "Call" } }, update.changes[1]],
  });
});

test("without anything to add, a write stays the same", () => {
  const write: Write = {
    kind: "create",
    entries: [{ ...fields, localId: "a", description: "", tags: [], billable: null }],
  };
  assert.deepEqual(fillMissing(write, {}), write);
  assert.deepEqual(fillMissing({ kind: "delete", ids: ["a"] }, missing), { kind: "delete", ids: ["a"] });
});
