import assert from "node:assert/strict";
import { test } from "node:test";
import { PreconditionFailedError } from "@stint/sdk";
import { stopTimer } from "#api/stop-timer.ts";
import { type Network, newPage, sent, shows } from "./tracking-page.ts";

const hourMs = 3_600_000;
const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString();

/**
 * A page with a running timer A, which loses its connection. `goOnline` stops A elsewhere, starts B there, and then
 * connects the page again.
 */
async function newPageAway() {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  const { tracking, direct, where } = page;
  const startedAt = isoAgo(3 * hourMs);
  await direct.timer.start({ ...where, startedAt, description: "A" });
  await tracking.refresh();
  network.isDown = true;
  const goOnline = async () => {
    const stopped = await direct.timer.stop();
    await direct.timer.start({ ...where, startedAt: isoAgo(hourMs), description: "B" });
    network.isDown = false;
    await sent(tracking);
    await tracking.refresh();
    return stopped;
  };
  const newTimer = (description: string, ms: number) => ({
    ...where,
    startedAt: isoAgo(ms),
    description,
    tags: [],
    billable: null,
  });
  return { ...page, goOnline, newTimer };
}

test("discarding a timer that ended elsewhere keeps the timer that runs there now", async () => {
  const { tracking, direct, goOnline } = await newPageAway();
  tracking.write({ kind: "discardTimer" });
  const stopped = await goOnline();
  assert.equal((await direct.timer.get()).description, "B");
  assert.equal(tracking.getView().timer?.description, "B");
  assert.deepEqual(
    tracking.getView().entries.map(({ id }) => id),
    [stopped.id],
  );
  assert.deepEqual(tracking.getView().queue, []);
});

test("stopping a timer that ended elsewhere neither stops the next timer nor changes the entry", async () => {
  const { tracking, direct, goOnline } = await newPageAway();
  tracking.write({ kind: "stopTimer", at: isoAgo(2 * hourMs), localId: "local_1" });
  const stopped = await goOnline();
  assert.equal((await direct.timer.get()).description, "B");
  assert.equal(tracking.idOf("local_1"), stopped.id);
  assert.deepEqual(await direct.timeEntries.get(stopped.id), stopped);
  assert.deepEqual([tracking.getView().queue, tracking.getView().timer?.description], [[], "B"]);
});

test("a change of a timer that ended elsewhere is a conflict, and the next timer stays as it is", async () => {
  const { tracking, direct, goOnline } = await newPageAway();
  tracking.write({ kind: "updateTimer", set: { description: "Mine" }, seen: { description: "A" } });
  assert.equal(tracking.getView().timer?.description, "Mine");
  await goOnline();
  assert.equal((await direct.timer.get()).description, "B");
  const [conflict] = tracking.getView().queue;
  assert.equal(conflict?.status, "conflict");
  tracking.retry(conflict.key);
  await sent(tracking);
  assert.equal((await direct.timer.get()).description, "B");
});

test("a start before the running timer's is a conflict; to keep it, the running timer becomes an entry", async () => {
  const { tracking, direct, goOnline, newTimer } = await newPageAway();
  tracking.write({ kind: "startTimer", timer: newTimer("C", 2 * hourMs), stoppedLocalId: "local_1" });
  tracking.write({ kind: "stopTimer", at: isoAgo(1.5 * hourMs), localId: "local_2" });
  await goOnline();
  assert.equal((await direct.timer.get()).description, "B");
  const [start, stop] = tracking.getView().queue;
  assert.deepEqual([start?.status, stop?.status], ["conflict", "conflict"]);
  tracking.retry(start?.key ?? "");
  await sent(tracking);
  tracking.retry(stop?.key ?? "");
  await sent(tracking);
  await tracking.refresh();
  const entries = tracking.getView().entries.map(({ description }) => description);
  assert.deepEqual(entries.toSorted(), ["A", "B", "C"]);
  assert.equal((await direct.timeEntries.get(tracking.idOf("local_2"))).durationSeconds, 1800);
});

test("a timer whose start changed elsewhere is still stopped", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { tracking, direct, where } = await newPage(network);
  await direct.timer.start({ ...where, startedAt: isoAgo(2 * hourMs) });
  await tracking.refresh();
  await direct.timer.update({ startedAt: isoAgo(3 * hourMs) });
  tracking.write({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_1" });
  await sent(tracking);
  assert.equal((await direct.timers.list({})).data.length, 0);
  assert.equal((await direct.timeEntries.get(tracking.idOf("local_1"))).durationSeconds, 3 * 3600);
});

test("undoing a start or a stop does nothing to a timer that was started elsewhere since", async () => {
  for (const kind of ["start", "stop"] as const) {
    const { tracking, direct, where } = await newPage();
    const timer = { ...where, startedAt: isoAgo(hourMs), description: "A", tags: [], billable: null };
    const undoStart = tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_1" });
    await sent(tracking);
    if (kind === "start") await direct.timer.stop();
    const undo =
      kind === "start"
        ? undoStart
        : tracking.write({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_2" });
    await sent(tracking);
    await direct.timer.start({ ...where, description: "B" });
    await tracking.refresh();
    for (const write of undo) tracking.write(write);
    assert.equal(tracking.getView().timer?.description, kind === "start" ? "B" : "A");
    await sent(tracking);
    await tracking.refresh();
    assert.equal((await direct.timer.get()).description, "B");
    assert.deepEqual(
      tracking.getView().entries.map(({ description }) => description),
      ["A"],
    );
    assert.deepEqual(
      tracking.getView().queue.map(({ status }) => status),
      kind === "start" ? [] : ["conflict"],
    );
  }
});

test("undoing a start neither restarts a timer that was stopped elsewhere nor deletes another timer's entry", async () => {
  const { tracking, direct, goOnline, newTimer } = await newPageAway();
  const undo = tracking.write({ kind: "startTimer", timer: newTimer("C", hourMs / 2), stoppedLocalId: "local_1" });
  await goOnline();
  assert.equal((await direct.timer.get()).description, "C");
  for (const write of undo) tracking.write(write);
  await sent(tracking);
  await tracking.refresh();
  assert.deepEqual(
    tracking.getView().entries.map(({ description }) => description),
    ["B", "A"],
  );
  assert.equal(tracking.getView().timer, null);
  assert.deepEqual(
    tracking.getView().queue.map(({ status, write }) => `${status} ${write.kind}`),
    ["conflict startTimer"],
  );
});

test("undoing a stop runs the timer again and removes its entry", async () => {
  const { tracking, direct, where } = await newPage();
  await direct.timer.start({ ...where, startedAt: isoAgo(hourMs), description: "A" });
  await tracking.refresh();
  const undo = tracking.write({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_1" });
  await sent(tracking);
  for (const write of undo) tracking.write(write);
  assert.deepEqual(tracking.getView().entries, []);
  await sent(tracking);
  assert.deepEqual([tracking.getView().entries, tracking.getView().timer?.description], [[], "A"]);
  assert.equal((await direct.timeEntries.list({})).data.length, 0);
});

test("a start that was applied before its reply was lost stays, although another timer runs since", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { tracking, direct, where } = await newPage(network);
  network.fault = (method) => (method === "POST" ? "back" : undefined);
  const timer = { ...where, startedAt: isoAgo(5000), description: "A", tags: [], billable: null };
  tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_1" });
  network.beforeReply = async (method) => void (network.isDown = method === "POST");
  await shows(tracking, ({ isOnline }) => !isOnline);
  await direct.timer.start({ ...where, description: "B" });
  network.beforeReply = undefined;
  network.fault = () => undefined;
  network.isDown = false;
  await sent(tracking);
  assert.equal((await direct.timer.get()).description, "B");
  assert.deepEqual([tracking.getView().queue, tracking.getView().timer?.description], [[], "B"]);
});

test("a start at once needs no other request", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { tracking, where, direct } = await newPage(network);
  const { user } = await direct.me.get();
  const requests: string[] = [];
  network.fault = (method, path) => void requests.push(`${method} ${path}`);
  const timer = { ...where, startedAt: isoAgo(0), description: "", tags: [], billable: null };
  tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_1" });
  await sent(tracking);
  tracking.write({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_2" });
  await sent(tracking);
  assert.deepEqual(requests, ["POST /v1/timer", "GET /v1/timer", `POST /v1/timers/${user.id}/stop`]);
});

test("a member's forgotten timer is stopped, but not the one that was started after it", async () => {
  const { direct, where } = await newPage();
  const { user } = await direct.me.get();
  const forgotten = isoAgo(9 * hourMs);
  await direct.timer.start({ ...where, startedAt: isoAgo(hourMs) });
  await assert.rejects(stopTimer(direct, user.id, forgotten, new Date()), PreconditionFailedError);
  assert.equal((await direct.timers.list({})).data.length, 1);
  await direct.timer.update({ startedAt: forgotten });
  await stopTimer(direct, user.id, forgotten, new Date(Date.parse(forgotten) + hourMs));
  const [entry] = (await direct.timeEntries.list({})).data;
  assert.deepEqual([(await direct.timers.list({})).data, entry?.durationSeconds], [[], 3600]);
});
