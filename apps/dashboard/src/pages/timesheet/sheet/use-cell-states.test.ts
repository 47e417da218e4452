import assert from "node:assert/strict";
import { test } from "node:test";
import type { Write } from "@stint/offline/write.ts";
import type { Queued } from "#state/tracking/sending/write.ts";
import { cellStates } from "./use-cell-states.ts";

const fields = { projectId: "web", taskId: "dev", durationSeconds: 60, description: "", tags: [], billable: null };
const create: Write = { kind: "create", entries: [{ ...fields, startedAt: "2026-03-01T23:30:00Z", localId: "l" }] };
const update: Write = { kind: "update", changes: [{ id: "e1", set: {}, seen: {} }] };
const remove: Write = { kind: "delete", ids: ["e1", "unknown"] };

const made = { at: "2026-03-02T09:00:00.000Z", session: "key", timerStartedAt: undefined };

function show(queue: Partial<Queued>[], isOnline = true): [string, string][] {
  const queued = queue.map((each) => ({ key: "q", status: "waiting", ...each }) as Queued);
  const states = cellStates(queued, isOnline, "Europe/Berlin", (id) => (id === "e1" ? "web/dev/known" : undefined));
  return [...states].map(([key, { kind }]) => [key, kind]);
}

test("a new entry is on its way to the cell of its day in the person's zone", () =>
  assert.deepEqual(show([{ write: create }]), [["web/dev/2026-03-02", "saving"]]));

test("changed and deleted entries mark their current or former cell", () => {
  assert.deepEqual(show([{ write: update, status: "sending" }]), [["web/dev/known", "saving"]]);
  assert.deepEqual(show([{ write: remove }]), [["web/dev/known", "saving"]]);
});

test("without the network a change is not sent yet", () =>
  assert.deepEqual(show([{ write: update }], false), [["web/dev/known", "unsent"]]));

test("a refused change shows the reason, even without the network", () => {
  const queued: Queued = { key: "q", made, write: update, status: "failed", error: "The period is locked." };
  assert.deepEqual([...cellStates([queued], false, "UTC", () => "cell")], [["cell", { kind: "failed", queued }]]);
});

test("running timers mark no cell", () => assert.deepEqual(show([{ write: { kind: "discardTimer" } }]), []));
