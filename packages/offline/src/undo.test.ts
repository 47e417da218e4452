import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, type Tracked } from "./apply.ts";
import { undoOf } from "./undo.ts";
import { type EntryFields, resolved, type TimerFields, type Write } from "./write.ts";

type Entry = EntryFields & { id: string };
const shapes = {
  fieldsOf: (entry: Entry): EntryFields => entry,
  toEntry: (id: string, fields: EntryFields): Entry => ({ ...fields, id }),
  toTimer: (timer: TimerFields) => timer,
};
const fields: EntryFields = {
  projectId: "p",
  taskId: "t",
  startedAt: "2026-03-02T09:00:00.000Z",
  durationSeconds: 600,
  description: "before",
  tags: ["a"],
  billable: true,
  externalRef: null,
};
const timer: TimerFields = {
  projectId: "p",
  taskId: "t",
  startedAt: "2026-03-02T11:00:00.000Z",
  description: "runs",
  tags: [],
  billable: null,
};
const of = { startedAt: timer.startedAt };
const at = "2026-03-02T12:00:00.000Z";

const writes: Record<string, Write> = {
  "an update": {
    kind: "update",
    changes: [{ id: "e", set: { description: "after" }, seen: { description: "before" } }],
  },
  "a deletion": { kind: "delete", ids: ["e"] },
  "new entries": { kind: "create", entries: [{ ...fields, localId: "local_1" }] },
  "a stop": { kind: "stopTimer", at, localId: "local_2", of },
  "a discarded timer": { kind: "discardTimer", of },
  "a changed timer": { kind: "updateTimer", set: { startedAt: at }, seen: { startedAt: timer.startedAt }, of },
  "a start": { kind: "startTimer", timer: { ...timer, startedAt: at, description: "next" }, stoppedLocalId: "local_3" },
};

for (const [what, write] of Object.entries(writes))
  test(`undoing ${what} restores what was shown`, () => {
    const tracked: Tracked<Entry, TimerFields> = {
      entries: new Map([["e", { ...fields, id: "e" }]]),
      timer,
      deleted: new Map(),
    };
    const before = structuredClone({ entries: tracked.entries, timer: tracked.timer });
    const undo = undoOf(write, timer, () => "local_new");
    for (const each of [write, ...undo])
      apply(
        tracked,
        resolved(each, {}, () => undefined),
        shapes,
      );
    assert.deepEqual({ entries: tracked.entries, timer: tracked.timer }, before);
  });

test("a deletion that another device has not seen shows the entry again when it is undone", () => {
  const write: Write = { kind: "delete", ids: ["e"], seen: [{ version: 1, entry: fields }] };
  const tracked: Tracked<Entry, TimerFields> = { entries: new Map<string, Entry>(), timer: null, deleted: new Map() };
  for (const each of undoOf(write, null, () => "local_new")) apply(tracked, each, shapes);
  assert.deepEqual(tracked.entries.get("e"), { ...fields, id: "e" });
});

test("writes to a timer change no other timer", () => {
  const other = { ...timer, startedAt: at };
  for (const what of ["a stop", "a discarded timer", "a changed timer"]) {
    const tracked: Tracked<Entry, TimerFields> = {
      entries: new Map<string, Entry>(),
      timer: other,
      deleted: new Map(),
    };
    const write = writes[what];
    assert.ok(write !== undefined);
    apply(tracked, write, shapes);
    assert.equal(tracked.timer, other);
  }
});

test("a write to a timer whose start the server has replaced is for that timer", () => {
  const moved = resolved({ kind: "stopTimer", at, localId: "local_1", of }, {}, (id) =>
    id === `timer ${Date.parse(timer.startedAt)}` ? { id: "2026-03-02T10:00:00.000Z", version: 0 } : undefined,
  );
  assert.deepEqual(moved.kind === "stopTimer" && moved.of, { startedAt: "2026-03-02T10:00:00.000Z" });
});
