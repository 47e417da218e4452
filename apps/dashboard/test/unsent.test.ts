import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, type Network, newFields, newPage, sent, shows } from "./tracking-page.ts";

test("changes wait while a proxy or a login page of the network replies in place of the server", async () => {
  for (const fault of ["unknown", "portal"] as const) {
    const network: Network = { isDown: false, fault: () => undefined };
    const { direct, tracking, where } = await newPage(network);
    const { id } = await direct.timeEntries.create(newFields(where));
    await tracking.refresh();
    network.fault = () => fault;
    tracking.write({ kind: "delete", ids: [id] });
    tracking.write({ kind: "create", entries: [{ ...newFields(where), localId: "local_1", description: "kept" }] });
    await shows(tracking, ({ isOnline }) => !isOnline);
    assert.deepEqual(
      tracking.getView().queue.map(({ status }) => status),
      ["waiting", "waiting"],
    );
    network.fault = () => undefined;
    await sent(tracking);
    assert.deepEqual(tracking.getView().queue, []);
    assert.deepEqual(
      [...(await listed(direct)).values()].map(({ description }) => description),
      ["kept"],
    );
  }
});

test("unsent time is shown with the rounding of its project, as the server rounds it", async () => {
  const rounding = { mode: "up", minutes: 15 } as const;
  const network: Network = {
    isDown: false,
    fault: () => undefined,
    places: { project: () => ({ billable: true, rounding }), task: () => undefined },
  };
  const { direct, tracking, where } = await newPage(network);
  await direct.projects.update(where.projectId, { rounding });
  network.isDown = true;
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const timer = { ...where, startedAt, description: "", tags: [], billable: null };
  tracking.write({ kind: "create", entries: [{ ...newFields(where, { durationSeconds: 61 }), localId: "local_1" }] });
  tracking.write({ kind: "startTimer", timer, stoppedLocalId: "local_2" });
  const at = new Date(Date.parse(startedAt) + 901_000).toISOString();
  tracking.write({ kind: "stopTimer", at, localId: "local_3" });
  const billable = () => tracking.getView().entries.map(({ billableSeconds }) => billableSeconds);
  assert.deepEqual(billable(), [1800, 900]);
  network.isDown = false;
  await sent(tracking);
  assert.deepEqual(billable(), [1800, 900]);
});
