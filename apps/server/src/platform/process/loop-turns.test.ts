import assert from "node:assert/strict";
import { test } from "node:test";
import { createLoopTurns, runJob } from "./loop-turns.ts";
import { runFor } from "#platform/requester.ts";

/** Creates a loop whose clock and turns the test advances. */
function newLoop() {
  let nowMs = 0;
  let end: (() => void) | undefined;
  const turns = createLoopTurns(
    () => nowMs,
    (callback) => (end = callback),
  );
  const endTurn = () => {
    end?.();
    end = undefined;
  };
  return { ...turns, endTurn, spend: (ms: number) => (nowMs += ms) };
}

test("a turn is named after the work that took most of it, and lasts as long as all its work", () => {
  const { noteWork, spend, endTurn, takeLongest } = newLoop();
  noteWork("GET /a");
  spend(3);
  noteWork("GET /b");
  spend(5);
  noteWork("GET /a");
  spend(4);
  endTurn();
  spend(1_000);
  noteWork("GET /b");
  spend(2);
  endTurn();
  assert.deepEqual(Object.fromEntries(takeLongest()), { "GET /a": 12, "GET /b": 2 });
  assert.equal(takeLongest().size, 0);
});

test("the time of an event counts for the work that follows it, not for the work before", () => {
  const { noteEvent, noteWork, spend, endTurn, takeLongest } = newLoop();
  noteWork("GET /a");
  spend(3);
  noteEvent();
  spend(2);
  noteEvent();
  spend(2);
  noteWork("GET /b");
  endTurn();
  noteEvent();
  spend(1);
  endTurn();
  assert.deepEqual(Object.fromEntries(takeLongest()), { "GET /b": 7, other: 1 });
});

test("work is named after the request or the job that it runs for", () => {
  const { noteWork, spend, endTurn, takeLongest } = newLoop();
  const work = () => {
    noteWork();
    spend(1);
    endTurn();
  };
  const requester = { tenant: undefined, route: "GET /a", isReading: true, hasLeft: () => false };
  runFor(requester, () => {
    work();
    runJob("backup", work);
  });
  runJob("import", work);
  work();
  assert.deepEqual([...takeLongest().keys()], ["GET /a", "backup", "import", "other"]);
});
