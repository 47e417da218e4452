import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, type Network, newFields, newPage, sent, shown, shows } from "./tracking-page.ts";

test("entries that did not fit into the storage are stored with the next change", async () => {
  const network: Network = { isDown: false, fault: () => undefined };
  const { direct, tracking, device, where, open } = await newPage(network);
  const create = async (description: string) => {
    const { id } = await direct.timeEntries.create({ ...newFields(where), description });
    await tracking.refresh();
    return id;
  };
  device.setFull(true);
  const changed = await create("before");
  const deleted = await create("deleted");
  await create("missed");
  device.setFull(false);
  await direct.timeEntries.update(changed, { description: "after" });
  await direct.timeEntries.delete(deleted);
  await tracking.refresh();
  await tracking.close();
  network.isDown = true;
  assert.deepEqual(shown(await open()), await listed(direct));
});

test("the view reports unsent changes that did not fit into the storage, until they are stored", async () => {
  const network: Network = { isDown: true, fault: () => undefined };
  const { tracking, device, where, open } = await newPage(network);
  const create = (localId: string) => tracking.write({ kind: "create", entries: [{ ...newFields(where), localId }] });
  device.setFull(true);
  create("local_1");
  await shows(tracking, ({ isQueueKept }) => !isQueueKept);
  device.setFull(false);
  create("local_2");
  await shows(tracking, ({ isQueueKept }) => isQueueKept);
  device.setFull(true);
  create("local_3");
  await shows(tracking, ({ isQueueKept }) => !isQueueKept);
  device.setFull(false);
  // Stored with the next attempt to send.
  await shows(tracking, ({ isQueueKept }) => isQueueKept);
  await tracking.close();
  const next = await open();
  assert.equal(next.getView().queue.length, 3);
  await next.close();

  const sending = await newPage();
  sending.device.setFull(true);
  sending.tracking.write({ kind: "create", entries: [{ ...newFields(sending.where), localId: "local_4" }] });
  await sent(sending.tracking);
  await sending.tracking.close();
  assert.equal(sending.tracking.getView().isQueueKept, true);
  assert.equal((await listed(sending.direct)).size, 1);
});
