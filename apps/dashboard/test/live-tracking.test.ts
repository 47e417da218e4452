import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stint, StreamedEvent } from "@stint/sdk";
import fc from "fast-check";
import { listed, type Network, newFields, newPage, sent, shown, type Tracking } from "./tracking-page.ts";

async function eventsOf(stint: Stint): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of stint.events.list({ limit: 200 })) events.push({ ...event, cursor: "" } as StreamedEvent);
  return events;
}

/** Acts like another device. Does nothing if the action isn't possible right now. */
async function act(stint: Stint, where: { projectId: string; taskId: string }, kind: string, count: number) {
  const [entry] = (await stint.timeEntries.list({ limit: 1 })).data;
  const description = `${kind} ${count}`;
  const ignore = () => undefined;
  if (kind === "create") await stint.timeEntries.create({ ...newFields(where), description });
  if (kind === "update" && entry !== undefined) await stint.timeEntries.update(entry.id, { description });
  if (kind === "delete" && entry !== undefined) await stint.timeEntries.delete(entry.id);
  if (kind === "restore") {
    const all = await stint.timeEntries.list({ includeDeleted: true });
    const gone = all.data.find(({ deletedAt }) => deletedAt !== null);
    if (gone !== undefined) await stint.timeEntries.restore(gone.id);
  }
  if (kind === "start") await stint.timer.start({ ...where, description });
  if (kind === "change") await stint.timer.update({ description }).catch(ignore);
  if (kind === "stop") await stint.timer.stop().catch(ignore);
  if (kind === "discard") await stint.timer.discard().catch(ignore);
}

async function assertSame(tracking: Tracking, direct: Stint): Promise<void> {
  assert.deepEqual(shown(tracking), await listed(direct));
  assert.deepEqual(tracking.getView().timer, (await direct.timers.list({ userId: "me" })).data[0] ?? null);
}

test("events update the copy to the server's state without a request, in any order and however often they arrive", async () => {
  const kind = fc.constantFrom("create", "create", "update", "delete", "restore", "start", "change", "stop", "discard");
  const order = fc.infiniteStream(fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 3, maxLength: 14 }), order, async (kinds, stream) => {
      const network: Network = { isDown: false, fault: () => undefined };
      const { direct, tracking, where } = await newPage(network);
      for (const [count, each] of kinds.entries()) await act(direct, where, each, count);
      let requests = 0;
      network.fault = () => void requests++;
      const events = await eventsOf(direct);
      const twice = [...events, ...events.filter(() => stream.next().value % 3 === 0)];
      const shuffled = twice
        .map((event) => ({ event, at: stream.next().value }))
        .toSorted((left, right) => left.at - right.at)
        .map(({ event }) => event);
      while (shuffled.length > 0) tracking.applyEvents(shuffled.splice(0, 1 + (stream.next().value % 4)));
      assert.equal(requests, 0);
      await assertSame(tracking, direct);
    }),
    { numRuns: 20 },
  );
});

test("an event that overtakes the reply of the write that caused it shows nothing twice", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, where } = await newPage(network);
  network.beforeReply = async (method) => {
    if (method === "POST") tracking.applyEvents(await eventsOf(direct));
  };
  const seen: string[] = [];
  tracking.subscribe(() => {
    const { entries, timer } = tracking.getView();
    seen.push(`${entries.length} ${timer === null ? "idle" : "runs"}`);
  });
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const timer = { ...where, startedAt, description: "", tags: [], billable: null };
  tracking.write({ kind: "create", entries: [{ ...newFields(where), localId: "local_1" }] });
  await sent(tracking);
  tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_2" });
  await sent(tracking);
  tracking.write({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_3" });
  await sent(tracking);
  assert.deepEqual(
    seen.filter((state, at) => state !== seen[at - 1]),
    ["1 idle", "1 runs", "2 idle"],
  );
  assert.equal(tracking.getView().timerTurns, 0);
  await assertSame(tracking, direct);
});

test("an entry created while a list without it is in flight is shown", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, where } = await newPage(network);
  const dayMs = 86_400_000;
  // A change arrives, by event or by refresh, while a page loads a range that has never been loaded.
  for (const [learn, from] of [
    [async () => tracking.applyEvents(await eventsOf(direct)), Date.now() + 2 * dayMs],
    [async () => void (await tracking.refresh()), Date.now() + 4 * dayMs],
  ] as const) {
    network.beforeReply = async (_method, path) => {
      if (!path.endsWith("/time-entries")) return;
      network.beforeReply = undefined;
      await direct.timeEntries.create({ ...newFields(where), startedAt: new Date(from + 1000).toISOString() });
      await learn();
    };
    await tracking.load({ from, to: from + dayMs });
    await assertSame(tracking, direct);
  }
});

test("an entry moved to someone else disappears, and one moved back appears", async () => {
  const { direct, tracking, where, newColleague } = await newPage();
  const { user } = await direct.me.get();
  const { id } = await direct.timeEntries.create(newFields(where));
  const other = await newColleague();
  tracking.applyEvents(await eventsOf(direct));
  assert.equal(tracking.getView().entries.length, 1);
  await direct.timeEntries.update(id, { userId: other });
  tracking.applyEvents(await eventsOf(direct));
  assert.equal(tracking.getView().entries.length, 0);
  await direct.timeEntries.update(id, { userId: user.id });
  tracking.applyEvents(await eventsOf(direct));
  assert.equal(tracking.getView().entries.length, 1);
});

test("entries are locked and unlocked as the lock date moves, without another read", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, where } = await newPage(network);
  const fields = newFields(where);
  await direct.timeEntries.create(fields);
  await tracking.refresh();
  await tracking.loadOlder();
  const isLocked = () => tracking.getView().entries.map(({ locked }) => locked);
  assert.deepEqual(isLocked(), [false]);
  const before = (await eventsOf(direct)).length;
  const dayAfter = new Date(Date.parse(fields.startedAt) + 2 * 86_400_000).toISOString().slice(0, 10);
  const moveTo = async (lockDate: string | null) =>
    direct.organization.update({ lockDate }, { ifMatch: await direct.organization.get() });
  await moveTo(dayAfter);
  let requests = 0;
  network.fault = () => void requests++;
  tracking.applyEvents((await eventsOf(direct)).slice(before));
  assert.deepEqual(isLocked(), [true]);
  // No event reports that the lock date was removed, so the page has to read the organization again.
  tracking.setOrganization(await moveTo(null));
  assert.deepEqual(isLocked(), [false]);
  tracking.applyEvents((await eventsOf(direct)).slice(before));
  assert.deepEqual(isLocked(), [false]);
  assert.equal(requests, 0);
});

test("a timer that starts or stops while the timer is being read is shown as the write left it", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, where } = await newPage(network);
  const writeDuringRead = async (write: Parameters<Tracking["write"]>[0]) => {
    network.beforeReply = async (_method, path) => {
      if (path !== "/v1/timers") return;
      network.beforeReply = undefined;
      tracking.write(write);
      await sent(tracking);
    };
    await tracking.refresh();
    await assertSame(tracking, direct);
    tracking.applyEvents(await eventsOf(direct));
    await assertSame(tracking, direct);
  };
  const timer = { ...where, startedAt: new Date().toISOString(), description: "", tags: [], billable: null };
  await writeDuringRead({ kind: "startTimer", timer, stoppedLocalId: "local_1" });
  assert.equal(tracking.getView().timer?.startedAt, timer.startedAt);
  await writeDuringRead({ kind: "stopTimer", at: new Date().toISOString(), localId: "local_2" });
  assert.equal(tracking.getView().timer, null);
});
