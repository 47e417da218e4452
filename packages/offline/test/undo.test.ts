import assert from "node:assert/strict";
import { test } from "node:test";
import { newLocalId, type Write } from "@stint/offline/write.ts";
import { newDeviceOfOwner } from "#test/device-of-owner.ts";

test("undoing a discard starts the timer again, unless someone else has stopped it", async () => {
  const { direct, device, timer, entries, reasons, write, running } = await newDeviceOfOwner();
  const start = async () => {
    await direct.timer.start(timer(Date.now() - 60_000));
    await device.refresh();
  };
  await start();
  const discard = { kind: "discardTimer" } as const;
  await write(...(await write(discard)));
  assert.deepEqual([await entries(), (await running()).length, reasons()], [[], 1, []]);
  const undo = device.write(discard);
  const { id } = await direct.timer.stop();
  await write();
  await write(...undo);
  // The device knows the entry once it has changed it, but its discard has not ended the timer.
  await device.refresh();
  await write({ kind: "update", changes: [{ id, version: 1, set: { tags: ["a"] }, seen: { tags: [] } }] }, ...undo);
  assert.deepEqual([await running(), reasons()], [[], ["stopped", "stopped", "stopped"]]);
});

test("a discard that was undone does not let a later one be undone after someone else has stopped the timer", async () => {
  const { direct, device, timer, reasons, write, running } = await newDeviceOfOwner();
  await direct.timer.start(timer(Date.now() - 60_000));
  await device.refresh();
  const discard = { kind: "discardTimer" } as const;
  await write(...(await write(discard)));
  const undo = device.write(discard);
  await direct.timer.stop();
  await write(...undo);
  assert.deepEqual([await running(), reasons()], [[], ["stopped", "stopped"]]);
});

test("undoing a stop starts no timer whose entry someone else has deleted or moved", async () => {
  const { direct, device, timer, entries, reasons, write, running } = await newDeviceOfOwner();
  const stop = async () => {
    await direct.timer.start(timer(Date.now() - 60_000));
    await device.refresh();
    const undo = await write({
      kind: "stopTimer",
      at: new Date(Date.now() - 30_000).toISOString(),
      localId: newLocalId(),
    });
    return { undo, id: (await entries())[0]?.id ?? "" };
  };
  const deleted = await stop();
  await direct.timeEntries.delete(deleted.id);
  await write(...deleted.undo);
  const moved = await stop();
  await direct.timeEntries.update(moved.id, { startedAt: "2026-03-03T09:00:00Z" });
  await write(...moved.undo);
  assert.deepEqual([await running(), (await entries()).length, reasons()], [[], 1, ["stopped", "stopped"]]);
});

test("undoing a deletion restores no entry that was already gone", async () => {
  const { direct, device, newFields, entries, reasons, write } = await newDeviceOfOwner();
  const { id } = await direct.timeEntries.create(newFields());
  await device.refresh();
  await direct.timeEntries.delete(id);
  const undo = await write({ kind: "delete", ids: [id] });
  await write(...undo);
  assert.deepEqual([await entries(), reasons()], [[], []]);
  // If someone restores it, this device can delete it and undo that.
  await direct.timeEntries.restore(id);
  await device.refresh();
  await write(...(await write({ kind: "delete", ids: [id] })));
  assert.deepEqual([(await entries()).length, reasons()], [1, []]);
});

test("of several entries, those that someone else has not deleted or restored are", async () => {
  const { direct, device, newEntry, entries, reasons, write } = await newDeviceOfOwner();
  const all = [newEntry(), newEntry(), newEntry()];
  const undo = await write({ kind: "create", entries: all });
  const [first = "", second = ""] = all.map(({ localId }) => device.find(localId)?.id ?? "");
  await direct.timeEntries.delete(first);
  const redo = device.write({ kind: "delete", ids: all.map(({ localId }) => localId) });
  await write();
  assert.deepEqual([await entries(), reasons()], [[], []]);
  await direct.timeEntries.restore(second);
  await write(...redo);
  assert.deepEqual([(await entries()).length, reasons()], [2, []]);
  await write(...undo);
  assert.deepEqual([await entries(), reasons()], [[], []]);
});

test("an entry that runs again as a timer is not restored, although the person saw both and deleted it", async () => {
  const { device, timer, entries, reasons, write, running, loseSecond } = await newDeviceOfOwner();
  const start = (agoMs: number): Write => {
    return { kind: "startTimer", timer: timer(Date.now() - agoMs, `${agoMs} ms`), stoppedLocalId: newLocalId() };
  };
  await write(start(60_000));
  loseSecond();
  for (const each of await write(start(30_000))) device.write(each);
  await device.refresh();
  const [shown] = device.view().entries;
  assert.equal(shown?.description, "60000 ms", "its timer is shown too, because the reply was lost");
  await write(...(await write({ kind: "delete", ids: [shown.id] })));
  const left = [...(await entries()), ...(await running())].map(({ description }) => description);
  assert.deepEqual([left, reasons()], [["60000 ms"], []]);
});
