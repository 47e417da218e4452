import assert from "node:assert/strict";
import { Stint } from "@stint/sdk";
import { Conflict } from "@stint/offline/outcome.ts";
import { newLocalId, type Write } from "@stint/offline/write.ts";
import { purgeTimeEntries } from "@stint/server/src/tracking/entries/time-entries/queries.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { type Fault, newDevice } from "#test/device.ts";

const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const baseUrl = `http://127.0.0.1:${await listenOn(world.app)}`;

/** A device of a new organization's owner; `direct` acts as another device. */
export async function newDeviceOfOwner() {
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  const direct = new Stint({ baseUrl, apiKey: owner.apiKey });
  const { user, scopes } = await direct.me.get();
  const newKey = () => direct.apiKeys.create({ name: "Device", scopes });
  const faults: Fault[] = [];
  const device = newDevice({ baseUrl, userId: user.id, nextFault: () => faults.shift() }, await newKey());
  const newFields = (description = "") => ({
    ...where,
    startedAt: "2026-03-02T09:00:00.000Z",
    durationSeconds: 600,
    description,
    tags: [],
    billable: null,
  });
  const newEntry = () => ({ ...newFields(), localId: newLocalId() });
  const timer = (startedMs: number, description = "timer") => ({
    ...where,
    startedAt: new Date(startedMs).toISOString(),
    description,
    tags: [],
    billable: null,
  });
  const entries = async () => (await direct.timeEntries.list({ userId: "me" })).data;
  /** Loses the reply of the first request or, as `lost` says, that request, and then the key. `meanwhile` happens then. */
  const sendInDoubt = async (meanwhile?: () => Promise<unknown>, lost: Fault[] = ["back"], refusals: string[] = []) => {
    faults.push(...lost);
    await device.send();
    assert.equal(device.isEmpty(), false);
    await meanwhile?.();
    device.useKey(await newKey());
    device.restart();
    await device.refresh();
    await device.send();
    assert.deepEqual([device.isEmpty(), reasons()], [true, refusals]);
  };
  const reasons = () => device.givenUp.map(({ error }) => (error instanceof Conflict ? error.reason : String(error)));
  const write = async (...writes: Write[]) => {
    const undo = writes.flatMap((each) => device.write(each));
    await device.send();
    return undo;
  };
  const running = async () => (await direct.timers.list({})).data;
  /** Loses the reply of the next write's second request. */
  const loseSecond = () => faults.push(undefined, "back");
  /** Deletes an entry for good, as the server does after a while. */
  const purge = async (id: string) => {
    await direct.timeEntries.delete(id);
    const later = new Date(Date.now() + 60_000).toISOString();
    await world.db.transaction((tx) => purgeTimeEntries(tx, owner.orgId, later, 10));
  };
  return {
    direct,
    device,
    purge,
    newFields,
    newEntry,
    timer,
    entries,
    sendInDoubt,
    reasons,
    write,
    running,
    loseSecond,
  };
}
