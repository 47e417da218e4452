import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, type Network, newFields, newPage, sent, type Tracking } from "./tracking-page.ts";

test("two pages of a browser store their unsent changes, and the next one sends all of them once", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  const other = await page.open();
  network.isDown = true;
  const create = (tracking: Tracking, description: string) =>
    tracking.write({
      kind: "create",
      entries: [{ ...newFields(page.where), description, localId: `local_${description}` }],
    });
  create(page.tracking, "first");
  create(other, "second");
  await new Promise((resolve) => setImmediate(resolve));
  await page.tracking.close();
  await other.close();
  const again = await page.open();
  const names = () => again.getView().entries.map(({ description }) => description);
  assert.deepEqual(names().toSorted(), ["first", "second"]);
  network.isDown = false;
  await sent(again);
  await again.refresh();
  assert.deepEqual([...(await listed(page.direct)).values()].map(({ description }) => description).toSorted(), [
    "first",
    "second",
  ]);
});

test("a page leaves an open page's queue alone, and adopts it when that page is closed", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  network.isDown = true;
  page.tracking.write({ kind: "create", entries: [{ ...newFields(page.where), localId: "local_1" }] });
  const other = await page.open();
  assert.deepEqual(other.getView().queue, []);
  await page.tracking.close();
  await new Promise((resolve) => setImmediate(resolve));
  network.isDown = false;
  await other.refresh();
  await sent(other);
  assert.equal((await listed(page.direct)).size, 1);
  assert.equal(page.device.queues.size, 0);
});

test("unsent changes survive a sign-out, and nothing else does", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  await page.tracking.close();
  assert.deepEqual([...page.device.queues.keys()], []);

  const again = await page.open();
  network.isDown = true;
  again.write({ kind: "create", entries: [{ ...newFields(page.where), localId: "local_1" }] });
  await again.close();
  assert.equal(page.device.queues.size, 1);
  page.device.forget();
  const next = await page.open();
  assert.equal(next.getView().queue.length, 1);
  await next.close();
});

test("a queue that version 0.1.0 stored is shown and sent", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  const { direct, where } = page;
  const { id } = await direct.timeEntries.create({ ...newFields(where), description: "before" });
  const made = { at: new Date().toISOString(), session: "", timerStartedAt: undefined };
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const timer = { ...where, startedAt, description: "timer", tags: [], billable: null };
  const ofTimer = { ...made, timerStartedAt: startedAt, timerCreatedAt: startedAt };
  const queue = [
    { made, write: { kind: "create", entries: [{ ...newFields(where), description: "created", localId: "local_1" }] } },
    {
      made,
      write: {
        kind: "update",
        changes: [
          { id: "local_0", set: { description: "after" }, seen: { description: "before" } },
          { id: "local_1", set: { durationSeconds: 60 }, seen: { durationSeconds: 3600 } },
        ],
      },
    },
    { made, write: { kind: "startTimer", timer, stoppedLocalId: "local_2" } },
    { made: ofTimer, write: { kind: "updateTimer", set: { description: "changed" }, seen: { description: "timer" } } },
    { made: ofTimer, write: { kind: "stopTimer", at: new Date().toISOString(), localId: "local_3" } },
    { made, write: { kind: "delete", ids: ["local_1"] } },
    { made, write: { kind: "restore", ids: ["local_1"] } },
  ].map((each, at) => ({ ...each, key: `key-${at}`, status: at === 0 ? "sending" : "waiting" }));
  await page.tracking.close();
  page.device.queues.set("queue-0-former", JSON.stringify({ queue, ids: [["local_0", id]] }));
  const again = await page.open();
  await sent(again);
  await again.refresh();
  assert.deepEqual(again.getView().queue, []);
  assert.deepEqual(
    [...(await listed(direct)).values()].map((entry) => `${entry.description} ${entry.durationSeconds}`).toSorted(),
    ["after 3600", "changed 60", "created 60"],
  );
  assert.equal(again.idOf("local_0"), id);
});
