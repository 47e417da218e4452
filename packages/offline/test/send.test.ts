import assert from "node:assert/strict";
import { test } from "node:test";
import { Conflict } from "@stint/offline/outcome.ts";
import { newLocalId, type Write } from "@stint/offline/write.ts";
import { newDeviceOfOwner } from "#test/device-of-owner.ts";

test("writes whose replies were lost together with their key are applied once", async () => {
  const { direct, device, newEntry, timer, entries, sendInDoubt } = await newDeviceOfOwner();
  const twins = [newEntry(), newEntry()];
  device.write({ kind: "create", entries: twins });
  device.write({ kind: "create", entries: [newEntry()] });
  await sendInDoubt();
  const ids = twins.map(({ localId }) => device.find(localId)?.id ?? "");
  assert.deepEqual([(await entries()).length, new Set(ids).size], [3, 2]);
  device.write({ kind: "delete", ids });
  await sendInDoubt();
  assert.equal((await entries()).length, 1);
  device.write({ kind: "restore", ids });
  await sendInDoubt();
  assert.equal((await entries()).length, 3);
  const [first = ""] = ids;
  device.write({ kind: "update", changes: [{ id: first, set: { tags: ["a"] }, seen: { tags: [] } }] });
  await sendInDoubt();
  assert.equal((await direct.timeEntries.get(first)).version, 4, "created, deleted, restored, changed");
  device.write({ kind: "startTimer", timer: timer(Date.now() - 60_000), stoppedLocalId: newLocalId() });
  await sendInDoubt();
  device.write({ kind: "stopTimer", at: new Date(Date.now() - 30_000).toISOString(), localId: newLocalId() });
  await sendInDoubt();
  assert.deepEqual([(await entries()).length, (await direct.timers.list({})).data], [4, []]);
});

test("an entry whose reply was lost is found although someone else has changed and moved it since", async () => {
  const { direct, device, newEntry, entries, sendInDoubt } = await newDeviceOfOwner();
  const entry = newEntry();
  device.write({ kind: "create", entries: [entry] });
  const theirs = { startedAt: "2026-03-03T09:00:00Z", durationSeconds: 60, description: "theirs" };
  await sendInDoubt(async () => direct.timeEntries.update((await entries())[0]?.id ?? "", theirs));
  const [found, ...more] = await entries();
  assert.deepEqual([device.find(entry.localId)?.id, found?.description, more], [found?.id, "theirs", []]);
});

test("an entry that another device has created and changed at the same start is not taken for a lost one", async () => {
  const { direct, device, newFields, newEntry, entries, sendInDoubt } = await newDeviceOfOwner();
  device.write({ kind: "create", entries: [newEntry()] });
  await sendInDoubt(async () => {
    const { id } = await direct.timeEntries.create(newFields("theirs"));
    await direct.timeEntries.update(id, { durationSeconds: 60 });
  }, ["there"]);
  assert.deepEqual((await entries()).map(({ description }) => description).toSorted(), ["", "theirs"]);
});

test("a timer whose reply was lost is not started again after someone else has stopped and moved it", async () => {
  const { direct, device, timer, entries, sendInDoubt } = await newDeviceOfOwner();
  device.write({ kind: "startTimer", timer: timer(Date.now() - 60_000), stoppedLocalId: newLocalId() });
  await sendInDoubt(async () => {
    const { id } = await direct.timer.stop();
    await direct.timeEntries.update(id, { startedAt: "2026-03-03T09:00:00Z" });
  }, [undefined, "back"]);
  assert.deepEqual([(await entries()).length, (await direct.timers.list({})).data], [1, []]);
});

test("an entry that someone adds at the start of a timer is not taken for that timer", async () => {
  const { direct, device, newFields, timer, sendInDoubt } = await newDeviceOfOwner();
  const started = timer(Date.now() - 60_000);
  device.write({ kind: "startTimer", timer: started, stoppedLocalId: newLocalId() });
  const add = () => direct.timeEntries.create({ ...newFields(), startedAt: started.startedAt, durationSeconds: 10 });
  await sendInDoubt(add, [undefined, "there"]);
  assert.equal((await direct.timers.list({})).data.length, 1);
});

test("a timer whose reply was lost is found although another device has moved its start", async () => {
  for (const movedMs of [-30_000, 30_000]) {
    const { direct, device, timer, entries, sendInDoubt, running } = await newDeviceOfOwner();
    const startMs = Date.now() - 60_000;
    device.write({ kind: "startTimer", timer: timer(startMs), stoppedLocalId: newLocalId() });
    const startedAt = new Date(startMs + movedMs).toISOString();
    await sendInDoubt(async () => direct.timer.update({ startedAt }), [undefined, "back"]);
    assert.deepEqual([await entries(), (await running()).map((each) => each.startedAt)], [[], [startedAt]]);
  }
});

test("a timer that may be the one whose reply was lost is not started again without asking", async () => {
  const startMs = Date.now() - 60_000;
  const theirs = { startedAt: new Date(startMs - 30_000).toISOString(), description: "theirs" };
  for (const isStopped of [false, true]) {
    const { direct, device, timer, entries, sendInDoubt, running } = await newDeviceOfOwner();
    device.write({ kind: "startTimer", timer: timer(startMs), stoppedLocalId: newLocalId() });
    const meanwhile = async () => {
      await direct.timer.update(theirs);
      if (isStopped) await direct.timer.stop();
    };
    await sendInDoubt(meanwhile, [undefined, "back"], [isStopped ? "stopped" : "laterTimer"]);
    assert.equal((await entries()).length + (await running()).length, 1);
  }
});

test("changes to different fields are merged, and a change to the same field is a conflict with its value", async () => {
  const { direct, device, newFields } = await newDeviceOfOwner();
  const { id } = await direct.timeEntries.create(newFields("before"));
  await device.refresh();
  const change = (description: string, seen: string): Write => ({
    kind: "update",
    changes: [{ id, set: { description }, seen: { description: seen } }],
  });
  device.write(change("mine", "before"));
  await direct.timeEntries.update(id, { tags: ["theirs"] });
  await device.send();
  const { description, tags } = await direct.timeEntries.get(id);
  assert.deepEqual([description, tags], ["mine", ["theirs"]]);
  device.write(change("mine again", "mine"));
  await direct.timeEntries.update(id, { description: "theirs" });
  await device.send();
  const { error } = device.givenUp.at(-1) ?? {};
  assert.ok(error instanceof Conflict);
  assert.deepEqual([error.reason, error.theirs], ["changed", { [id]: { description: "theirs" } }]);
  // Values that the server has already need no decision.
  device.write(change("theirs", "mine"));
  await device.send();
  assert.equal(device.givenUp.length, 1);
});

test("an entry that someone else has changed is deleted only if the write does not say what was seen", async () => {
  const { direct, device, newFields, entries } = await newDeviceOfOwner();
  const seen = newFields();
  const { id, version } = await direct.timeEntries.create(seen);
  await device.refresh();
  await direct.timeEntries.update(id, { durationSeconds: 60 });
  device.write({ kind: "delete", ids: [id], seen: [{ version, entry: seen }] });
  await device.send();
  const { error } = device.givenUp.at(-1) ?? {};
  assert.deepEqual(error instanceof Conflict && error.theirs, { [id]: { durationSeconds: 60 } });
  device.write({ kind: "delete", ids: [id] });
  await device.send();
  assert.deepEqual(await entries(), []);
});

test("a deleted entry is a conflict for a change, which a forced change restores", async () => {
  const { direct, device, newFields } = await newDeviceOfOwner();
  const { id } = await direct.timeEntries.create(newFields());
  await device.refresh();
  await direct.timeEntries.delete(id);
  const change = { id, set: { description: "mine" }, seen: { description: "" } };
  device.write({ kind: "update", changes: [change] });
  await device.send();
  const { error } = device.givenUp.at(-1) ?? {};
  assert.equal(error instanceof Conflict && error.reason, "deleted");
  device.write({ kind: "update", changes: [{ ...change, isForced: true }] });
  await device.send();
  assert.equal((await direct.timeEntries.get(id)).description, "mine");
});

test("a forced change to an entry that was deleted for good creates it anew, once", async () => {
  const { direct, device, purge, newFields, entries, sendInDoubt } = await newDeviceOfOwner();
  for (const isInDoubt of [false, true]) {
    const seen = newFields("seen");
    const { id, version } = await direct.timeEntries.create(seen);
    await device.refresh();
    await purge(id);
    const set = { durationSeconds: 1200 };
    const change = { id, version, entry: seen, set, seen: { durationSeconds: 600 }, isForced: true };
    device.write({ kind: "update", changes: [change] });
    device.write({ kind: "update", changes: [{ id, set: { tags: ["later"] }, seen: { tags: [] } }] });
    // The requests: the change, a reading, the restoration, another reading, and the creation.
    if (isInDoubt) await sendInDoubt(undefined, [undefined, undefined, undefined, undefined, "back"]);
    else await device.send();
    assert.deepEqual(device.givenUp, []);
    const [made, ...more] = await entries();
    assert.deepEqual([made?.description, made?.durationSeconds, made?.tags, more], ["seen", 1200, ["later"], []]);
    await direct.timeEntries.delete(made?.id ?? "");
    await device.refresh();
  }
});

test("times in the server's future become the present, and later writes are for the same timer and entry", async () => {
  const { direct, device, timer, entries } = await newDeviceOfOwner();
  const ahead = Date.now() + 3_600_000;
  device.write({ kind: "startTimer", timer: timer(ahead), stoppedLocalId: newLocalId() });
  device.write({ kind: "updateTimer", set: { description: "changed" }, seen: { description: "timer" } });
  const localId = newLocalId();
  device.write({ kind: "stopTimer", at: new Date(ahead + 600_000).toISOString(), localId });
  device.write({
    kind: "update",
    changes: [{ id: localId, set: { durationSeconds: 60 }, seen: { durationSeconds: 600 } }],
  });
  await device.send();
  assert.deepEqual(device.givenUp, []);
  const [entry, ...more] = await entries();
  assert.deepEqual([entry?.description, entry?.durationSeconds, more], ["changed", 60, []]);
  assert.ok(Date.parse(entry?.startedAt ?? "") <= Date.now());
  assert.deepEqual((await direct.timers.list({})).data, []);
});

test("a timer that was started, changed or stopped elsewhere is a conflict that says which one", async () => {
  const { direct, device, timer } = await newDeviceOfOwner();
  const reasonFor = async (write: Write) => {
    device.write(write);
    await device.send();
    const { error } = device.givenUp.at(-1) ?? {};
    return error instanceof Conflict ? error.reason : undefined;
  };
  const startedMs = Date.now() - 600_000;
  const of = { startedAt: new Date(startedMs).toISOString() };
  await direct.timer.start(timer(startedMs + 60_000));
  assert.equal(
    await reasonFor({ kind: "startTimer", timer: timer(startedMs), stoppedLocalId: newLocalId() }),
    "laterTimer",
  );
  assert.equal(await reasonFor({ kind: "discardTimer", of }), "otherTimer");
  await direct.timer.update({ startedAt: of.startedAt, description: "theirs" });
  assert.equal(await reasonFor({ kind: "discardTimer", of, seen: { description: "timer" } }), "changed");
  const change = { kind: "updateTimer", set: { description: "mine" }, seen: { description: "timer" }, of } as const;
  assert.equal(await reasonFor(change), "changed");
  await direct.timer.stop();
  assert.equal(await reasonFor(change), "stopped");
  assert.equal(await reasonFor({ kind: "stopTimer", at: of.startedAt, localId: newLocalId(), of }), "stopped");
  const gone = { startedAt: new Date(startedMs - 60_000).toISOString() };
  assert.equal(await reasonFor({ ...change, of: gone }), "discarded");
});
