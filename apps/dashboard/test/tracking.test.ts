import assert from "node:assert/strict";
import { test } from "node:test";
import type { StreamedEvent } from "@stint/sdk";
import fc from "fast-check";
import { listed, type Network, newFields, newPage, sent, shown, shows, type Tracking } from "./tracking-page.ts";

test("writes over a failing network with reloads are applied once, in order, and can be undone", async () => {
  const step = fc.record({
    kind: fc.constantFrom(
      "create",
      "update",
      "delete",
      "undo",
      "batch",
      "start",
      "stop",
      "reload",
      "online",
      "offline",
      "signInAgain",
    ),
    pick: fc.nat(100),
    seconds: fc.integer({ min: 0, max: 100_000 }),
  });
  const faults = fc.infiniteStream(fc.constantFrom(undefined, undefined, undefined, "there" as const, "back" as const));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), faults, async (steps, stream) => {
      const network: Network = { isDown: false, fault: () => undefined };
      const page = await newPage(network);
      let { tracking } = page;
      network.fault = () => stream.next().value;
      const undos: ReturnType<Tracking["write"]>[] = [];
      let count = 0;
      for (const { kind, pick, seconds } of steps) {
        const { entries, timer } = tracking.getView();
        const entry = entries[pick % Math.max(1, entries.length)];
        const write = (...args: Parameters<Tracking["write"]>) => undos.push(tracking.write(...args));
        const fields = newFields(page.where, { durationSeconds: seconds, description: `${count}` });
        if (kind === "create") write({ kind, entries: [{ ...fields, localId: `local_c${++count}_${pick}` }] });
        if (kind === "batch" && entries.length > 1)
          write({
            kind: "update",
            changes: entries.slice(0, 3).map(({ id, description }) => ({
              id,
              set: { description: `all ${seconds}` },
              seen: { description },
            })),
          });
        if (kind === "update" && entry !== undefined)
          write({
            kind,
            changes: [
              { id: entry.id, set: { durationSeconds: seconds }, seen: { durationSeconds: entry.durationSeconds } },
            ],
          });
        if (kind === "delete" && entry !== undefined) write({ kind, ids: [entry.id] });
        if (kind === "start" && timer === null) {
          const startedAt = new Date(Date.now() - seconds * 10).toISOString();
          const { projectId, taskId } = page.where;
          const started = { projectId, taskId, startedAt, description: "running", tags: [], billable: null };
          write({ kind: "startTimer", timer: started, stoppedLocalId: `local_s${++count}` });
        }
        if (kind === "stop" && timer !== null)
          write({ kind: "stopTimer", at: new Date().toISOString(), localId: `local_t${++count}` });
        if (kind === "undo") for (const each of undos.pop() ?? []) tracking.write(each);
        if (kind === "reload") {
          await tracking.close();
          tracking = await page.open();
        }
        if (kind === "signInAgain") await page.signInAgain();
        if (kind === "offline" || kind === "online") network.isDown = kind === "offline";
      }
      network.isDown = false;
      await sent(tracking);
      network.fault = () => undefined;
      await tracking.refresh();
      assert.deepEqual(
        tracking.getView().queue.map(({ error, status }) => `${status} ${error}`),
        [],
      );
      assert.deepEqual(shown(tracking), await listed(page.direct));
    }),
    { numRuns: 25 },
  );
});

test("text typed offline survives a reload and is sent when the network is back", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  network.isDown = true;
  page.tracking.write({ kind: "create", entries: [{ ...newFields(page.where), localId: "local_1" }] });
  page.tracking.write({
    kind: "update",
    changes: [{ id: "local_1", set: { description: "Review" }, seen: { description: "" } }],
  });
  // The page ends abruptly, after the device has stored both writes.
  await new Promise((resolve) => setImmediate(resolve));
  page.device.endPages();
  const again = await page.open();
  assert.deepEqual(
    again.getView().entries.map(({ description }) => description),
    ["Review"],
  );
  network.isDown = false;
  await sent(again);
  assert.deepEqual(
    [...(await listed(page.direct)).values()].map(({ description }) => description),
    ["Review"],
  );
});

test("a timer whose start is unconfirmed counts as running, not as stopped by its own start", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  const started = { ...page.where, startedAt: new Date().toISOString(), description: "", tags: [], billable: null };
  let posts = 0;
  network.fault = (method) => (method !== "POST" ? undefined : posts++ === 0 ? "back" : "there");
  page.tracking.write({ kind: "startTimer", timer: started, stoppedLocalId: "local_stopped" });
  await shows(page.tracking, ({ isOnline }) => !isOnline);
  await page.tracking.close();
  const again = await page.open();
  assert.deepEqual(again.getView().entries, []);
  // The server writes a full second without its milliseconds.
  const startMs = () => Date.parse(again.getView().timer?.startedAt ?? "");
  assert.equal(startMs(), Date.parse(started.startedAt));
  assert.equal(again.getView().queue.length, 1);
  network.fault = () => undefined;
  await sent(again);
  assert.deepEqual([again.getView().entries, startMs()], [[], Date.parse(started.startedAt)]);
});

test("the duration of an entry can be changed although its stop arrived a second late", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { tracking, where, direct } = await newPage(network);
  const startedAt = new Date(Date.now() - 600_000).toISOString();
  tracking.write({
    kind: "startTimer",
    timer: { ...where, startedAt, description: "", tags: [], billable: null },
    stoppedLocalId: "local_none",
  });
  await sent(tracking);
  network.isDown = true;
  tracking.write({ kind: "stopTimer", at: new Date(Date.now() - 1100).toISOString(), localId: "local_stopped" });
  const [entry] = tracking.getView().entries;
  const seen = { durationSeconds: entry?.durationSeconds ?? 0 };
  tracking.write({ kind: "update", changes: [{ id: "local_stopped", set: { durationSeconds: 60 }, seen }] });
  network.isDown = false;
  await sent(tracking);
  assert.deepEqual(tracking.getView().queue, []);
  assert.deepEqual(
    [...(await listed(direct)).values()].map(({ durationSeconds }) => durationSeconds),
    [60],
  );
});

test("a submitted timesheet locks its entries at once, until it is withdrawn; someone else's locks none", async () => {
  const { direct, tracking, where } = await newPage();
  const inside = await direct.timeEntries.create({ ...newFields(where), startedAt: "2026-03-31T21:59:59.999Z" });
  const outside = await direct.timeEntries.create({ ...newFields(where), startedAt: "2026-03-31T22:00:00Z" });
  await tracking.refresh();
  const { user } = await direct.me.get();
  const span = { startsAt: "2026-02-28T23:00:00Z", endsAt: "2026-03-31T22:00:00Z" };
  const tell = (status: string, userId = user.id) => {
    const object = { userId, status, ...span };
    tracking.applyEvents([{ type: `timesheet.${status}`, data: { object } } as unknown as StreamedEvent]);
  };
  const locksOf = (id: string) => tracking.getView().entries.find((entry) => entry.id === id)?.lockedBy;
  tell("submitted", "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10");
  assert.equal(locksOf(inside.id), undefined);
  tell("submitted");
  assert.deepEqual([locksOf(inside.id), locksOf(outside.id)], [["timesheet"], undefined]);
  tell("open");
  assert.equal(locksOf(inside.id), undefined);
});

test("someone else's change to another field is kept; to the same field it is a conflict for the person to settle", async () => {
  const { direct, tracking, where } = await newPage();
  const { id } = await direct.timeEntries.create({ ...newFields(where), description: "Draft" });
  await tracking.refresh();

  await direct.timeEntries.update(id, { tags: ["design"] });
  tracking.write({ kind: "update", changes: [{ id, set: { description: "Mine" }, seen: { description: "Draft" } }] });
  await sent(tracking);
  const both = await direct.timeEntries.get(id);
  assert.deepEqual([both.description, both.tags], ["Mine", ["design"]]);

  await direct.timeEntries.update(id, { description: "Theirs" });
  tracking.write({
    kind: "update",
    changes: [{ id, set: { description: "Mine again" }, seen: { description: "Mine" } }],
  });
  await sent(tracking);
  const [conflict] = tracking.getView().queue;
  assert.equal(conflict?.status, "conflict");
  assert.deepEqual(conflict.theirs, { [id]: { description: "Theirs" } });
  assert.equal(tracking.getView().entries[0]?.description, "Theirs");
  tracking.retry(conflict.key);
  await sent(tracking);
  assert.equal((await direct.timeEntries.get(id)).description, "Mine again");
});

test("a refused write disappears from the screen, shows its reason, and can be discarded", async () => {
  const { direct, device, open, tracking, where } = await newPage();
  const unknown = `task_${"0".repeat(32)}`;
  tracking.write({ kind: "create", entries: [{ ...newFields({ ...where, taskId: unknown }), localId: "local_1" }] });
  assert.equal(tracking.getView().entries.length, 1);
  await sent(tracking);
  const [failed] = tracking.getView().queue;
  assert.equal(failed?.status, "failed");
  assert.match(failed.error ?? "", /task/i);
  assert.equal(tracking.getView().entries.length, 0);
  void tracking.discard(failed.key);
  await shows(tracking, ({ queue }) => queue.length === 0);
  // A write that has disappeared from the screen must not return after a reload.
  device.endPages();
  assert.deepEqual((await open()).getView().queue, []);
  assert.equal((await listed(direct)).size, 0);
});

test("a stop that is sent late ends the entry at the time the person pressed stop", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, where } = await newPage(network);
  const startedAt = new Date(Date.now() - 7_200_000).toISOString();
  await direct.timer.start({ ...where, startedAt });
  await tracking.refresh();
  network.isDown = true;
  const at = new Date(Date.parse(startedAt) + 3_600_000).toISOString();
  tracking.write({ kind: "stopTimer", at, localId: "local_1" });
  network.isDown = false;
  await sent(tracking);
  const [entry] = tracking.getView().entries;
  assert.equal(entry?.durationSeconds, 3600);
  assert.equal((await direct.timeEntries.get(entry.id)).durationSeconds, 3600);
});

test("a write that an ended session refuses waits for the person, and is sent once after the sign-in", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  const { tracking, where, direct } = page;
  const create = (localId: string) => tracking.write({ kind: "create", entries: [{ ...newFields(where), localId }] });
  let tries = 0;
  network.fault = () => void tries++;
  network.apiKey = "stint_key_of_no_session";
  /** Resolves when the server has refused attempt number `count`. */
  const refused = async (count: number) => {
    await shows(tracking, ({ queue }) => tries === count && queue.every(({ status }) => status === "waiting"));
    await new Promise((resolve) => setImmediate(resolve));
  };
  create("local_1");
  await refused(1);
  // The page must not retry on its own, so only another write triggers the next request.
  create("local_2");
  await refused(2);
  assert.equal(network.pauses, undefined);
  assert.equal(tracking.getView().isOnline, true);
  await page.signInAgain();
  await tracking.refresh();
  await sent(tracking);
  assert.deepEqual(tracking.getView().queue, []);
  assert.equal((await listed(direct)).size, 2);
});

test("the view reports when the timer was started or stopped elsewhere, not when the person did it here", async () => {
  const { tracking, direct, where } = await newPage();
  const turns = () => tracking.getView().timerTurns;
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const timer = { ...where, startedAt, description: "Here", tags: [], billable: null };
  tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_1" });
  await sent(tracking);
  await tracking.refresh();
  assert.equal(turns(), 0);
  await direct.timer.stop();
  await tracking.refresh();
  assert.equal(turns(), 1);
  await direct.timer.start({ ...where, description: "Elsewhere" });
  await tracking.refresh();
  assert.equal(turns(), 2);
  tracking.write({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_2" });
  await sent(tracking);
  await tracking.refresh();
  assert.equal(turns(), 2);
});

test("a refused start reverts the timer without the person", async () => {
  const { tracking, where } = await newPage();
  const timer = { ...where, projectId: `proj_${"0".repeat(32)}`, startedAt: new Date(Date.now() - 1000).toISOString() };
  tracking.write({
    kind: "startTimer",
    timer: { ...timer, description: "", tags: [], billable: null },
    stoppedLocalId: "local_1",
  });
  assert.equal(tracking.getView().timerTurns, 0);
  await sent(tracking);
  assert.deepEqual([tracking.getView().timer, tracking.getView().timerTurns], [null, 1]);
});

test("while the server can't answer, entries are not read, and it says so instead of failing", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, where } = await newPage(network);
  const startedAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await direct.timeEntries.create({ ...newFields(where), startedAt });
  network.fault = () => "unavailable";
  const range = { from: 0, to: Date.now() + 3 * 86_400_000 };
  await tracking.load(range);
  assert.deepEqual([tracking.getView().isOnline, tracking.getView().entries.length], [false, 0]);
  network.fault = () => undefined;
  await tracking.load(range);
  assert.deepEqual([tracking.getView().isOnline, tracking.getView().entries.length], [true, 1]);
});
