import assert from "node:assert/strict";
import { test } from "node:test";
import { createWriteQueue } from "./write-queue.ts";

test("of the starts that a closed period refused, only the latest attempt is left", () => {
  let count = 0;
  const queue = createWriteQueue(() => `key-${++count}`);
  const start = (code: "period_locked" | "project_archived") => {
    const timer = { projectId: "p", description: "", tags: [], billable: null, startedAt: "2026-03-02T09:00:00.000Z" };
    queue.add(
      { kind: "startTimer", timer, stoppedLocalId: "local" },
      { at: timer.startedAt, session: "s", timerStartedAt: undefined, timerCreatedAt: undefined },
    );
    const added = queue.next();
    assert.ok(added !== undefined);
    queue.change(added.key, { status: "failed", error: "Refused.", code });
    return queue.all().map(({ key }) => key);
  };
  assert.deepEqual(start("project_archived"), ["key-1"]);
  assert.deepEqual(start("period_locked"), ["key-1", "key-2"]);
  assert.deepEqual(start("period_locked"), ["key-1", "key-3"]);
});
