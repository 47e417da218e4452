import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, type Network, newFields, newPage, sent } from "./tracking-page.ts";

/**
 * A page whose first request matching `isHit` loses its reply: the server applies the request, and then the session
 * ends.
 */
async function newLossyPage(isHit: (method: string, path: string) => boolean) {
  const network: Network = { isDown: false, fault: () => undefined };
  const page = await newPage(network);
  let isLost = false;
  network.fault = (method, path) => {
    if (isLost || !isHit(method, path)) return undefined;
    isLost = true;
    network.isDown = true;
    return "back";
  };
  const { tracking } = page;
  const lost = new Promise<void>((resolve) => {
    const end = tracking.subscribe(() => {
      if (!isLost || tracking.getView().isOnline) return;
      end();
      resolve();
    });
  });
  const signInAgain = async () => {
    await lost;
    await page.signInAgain();
    network.isDown = false;
    await sent(tracking);
    await tracking.refresh();
    assert.deepEqual(tracking.getView().queue, []);
  };
  return { ...page, lost, signInAgain };
}

const isPost = (method: string) => method === "POST";

test("a create whose reply was lost is applied once, and so is a later identical one", async () => {
  const page = await newLossyPage(isPost);
  page.tracking.write({ kind: "create", entries: [{ ...newFields(page.where), localId: "local_1" }] });
  page.tracking.write({ kind: "create", entries: [{ ...newFields(page.where), localId: "local_2" }] });
  await page.signInAgain();
  assert.equal((await listed(page.direct)).size, 2);
  const [first, second] = [page.tracking.idOf("local_1"), page.tracking.idOf("local_2")];
  assert.notEqual(first, second);
  assert.match(first, /^time_/);
});

test("entries created together are found again, even if someone has edited one since", async () => {
  const page = await newLossyPage(isPost);
  const entries = [1, 2, 2].map((hours, at) => ({
    ...newFields(page.where, { durationSeconds: hours * 3600 }),
    localId: `local_${at}`,
  }));
  page.tracking.write({ kind: "create", entries });
  await page.lost;
  const [[id] = [""]] = [...(await listed(page.direct))].filter(([, { durationSeconds }]) => durationSeconds === 3600);
  await page.direct.timeEntries.update(id, { description: "Changed", durationSeconds: 60 });
  await page.signInAgain();
  assert.equal((await listed(page.direct)).size, 3);
  assert.equal(page.tracking.idOf("local_0"), id);
});

test("an entry that was deleted before the person signed in again does not come back", async () => {
  const page = await newLossyPage(isPost);
  page.tracking.write({ kind: "create", entries: [{ ...newFields(page.where), localId: "local_1" }] });
  await page.lost;
  const [id = ""] = (await listed(page.direct)).keys();
  await page.direct.timeEntries.delete(id);
  await page.signInAgain();
  assert.equal((await listed(page.direct)).size, 0);
});

test("a start applied before is not repeated, and a stop applied before stops no later timer", async () => {
  const page = await newLossyPage((_, path) => path === "/v1/timer");
  const { tracking, direct, where } = page;
  const before = new Date(Date.now() - 7_200_000).toISOString();
  await direct.timer.start({ ...where, startedAt: before });
  await tracking.refresh();
  const startedAt = new Date(Date.now() - 1000).toISOString();
  const timer = { ...where, startedAt, description: "Now", tags: [], billable: null };
  tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_1" });
  await page.signInAgain();
  assert.equal((await listed(direct)).size, 1);
  assert.match(tracking.idOf("local_1"), /^time_/);
  assert.equal((await direct.timer.get()).description, "Now");

  const stopping = await newLossyPage((_, path) => path.endsWith("/stop"));
  await stopping.direct.timer.start({ ...stopping.where, startedAt: before });
  await stopping.tracking.refresh();
  const at = new Date(Date.parse(before) + 3_600_000).toISOString();
  stopping.tracking.write({ kind: "stopTimer", at, localId: "local_1" });
  await stopping.lost;
  await stopping.direct.timer.start({ ...stopping.where, description: "Later" });
  await stopping.signInAgain();
  assert.equal((await stopping.direct.timer.get()).description, "Later");
  assert.equal((await stopping.direct.timeEntries.get(stopping.tracking.idOf("local_1"))).durationSeconds, 3600);
});

test("deletions and restorations applied before are not refused", async () => {
  for (const kind of ["delete", "restore"] as const) {
    const page = await newLossyPage((_, path) => path === `/v1/time-entries/batch/${kind}`);
    const ids: string[] = [];
    for (const durationSeconds of [60, 120])
      ids.push((await page.direct.timeEntries.create(newFields(page.where, { durationSeconds }))).id);
    await page.tracking.refresh();
    if (kind === "restore") page.tracking.write({ kind: "delete", ids });
    page.tracking.write({ kind, ids });
    await page.signInAgain();
    assert.equal((await listed(page.direct)).size, kind === "delete" ? 0 : 2);
  }
});
