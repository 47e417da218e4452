import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, type Network, newFields, newPage, shown } from "./tracking-page.ts";

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
