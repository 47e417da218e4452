// Two devices of one person, and the real server. A model of the server would have only the rules that we thought of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Stint, type TimeEntry } from "@stint/sdk";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import fc from "fast-check";
import type { Write } from "@stint/offline/write.ts";
import { newLocalId } from "@stint/offline/write.ts";
import { type Device, type Fault, newDevice } from "#test/device.ts";

const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const baseUrl = `http://127.0.0.1:${await listenOn(world.app)}`;

/**
 * Without DEVICE_RUNS, the stories are the same in every run: some of two seeds, and those that have found faults, by their
 * seed and path. In the stories `withMoves`, people change the starts of entries and timers too.
 */
const fixed: (fc.Parameters<unknown> & { withMoves?: boolean })[] = [
  { seed: 1, numRuns: 20 },
  { seed: 2, numRuns: 10, withMoves: true },
  ...[
    { seed: -538558873, path: "85" },
    { seed: -1107751685, path: "24" },
    { seed: -699184105, path: "110" },
    { seed: -614485893, path: "124" },
    { seed: -839621681, path: "3" },
    { seed: -878810079, path: "179" },
  ].map((story) => ({ ...story, numRuns: 1 })),
];
const runs = process.env["DEVICE_RUNS"];
const stories = runs === undefined ? fixed : [{ numRuns: Number(runs) }, { numRuns: Number(runs), withMoves: true }];

const kinds = [
  "create",
  "createMany",
  "update",
  "update",
  "delete",
  "undo",
  "start",
  "stop",
  "retag",
  "discard",
  "send",
  "send",
  "sendBoth",
  "refresh",
  "refresh",
  "restart",
  "newKey",
  "newKey",
] as const;
const moves = ["moveEntry", "moveTimer", "moveTimer"] as const;
const stepOf = (...of: readonly ((typeof kinds)[number] | (typeof moves)[number])[]) =>
  fc.record({ kind: fc.constantFrom(...of), device: fc.nat(1), pick: fc.nat(100) });
const fault = fc.constantFrom<Fault[]>(undefined, undefined, undefined, undefined, "there", "back", "back", "crash");

test("writes of two devices over a failing network are applied once, and all three ends agree", async () => {
  const propertyOf = (step: ReturnType<typeof stepOf>) =>
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
      fc.infiniteStream(fault),
      async (steps, faults) => {
        const owner = await world.newOrganization();
        const where = await newProject(owner);
        const direct = new Stint({ baseUrl, apiKey: owner.apiKey });
        const { user, scopes } = await direct.me.get();
        const newKey = () => direct.apiKeys.create({ name: "Device", scopes });
        let isLossy = true;
        const place = { baseUrl, userId: user.id, nextFault: () => (isLossy ? faults.next().value : undefined) };
        const devices = [newDevice(place, await newKey()), newDevice(place, await newKey())] as const;
        const undos: { device: Device; writes: Write[] }[] = [];
        /** The timers that were stopped, by the local ids of their entries. */
        const stops = new Map<string, string>();
        let count = 0;
        let clockMs = Date.now() - 10_000_000;

        for (const { kind, device: at, pick } of steps) {
          const device = devices[at === 0 ? 0 : 1];
          const { entries, timer } = device.view();
          const entry = entries[pick % Math.max(1, entries.length)];
          const write = (made: Write) => undos.push({ device, writes: device.write(made) });
          const newEntry = () => ({
            ...where,
            localId: newLocalId(),
            startedAt: new Date(Date.UTC(2026, 2, 2, pick % 3)).toISOString(),
            durationSeconds: 600,
            // Half of a device's entries can't be told apart.
            description: pick % 2 === 0 ? `entry of ${at}` : `entry ${++count}`,
            tags: [],
            billable: null,
          });
          /** Each instant is later than the one before, as on devices with good clocks. */
          const now = () => new Date((clockMs += 7_000)).toISOString();
          switch (kind) {
            case "create":
              write({ kind, entries: [newEntry()] });
              break;
            case "createMany":
              write({ kind: "create", entries: [newEntry(), newEntry(), newEntry()] });
              break;
            case "update":
              if (entry !== undefined)
                write({
                  kind,
                  changes: [
                    {
                      id: entry.id,
                      set: { durationSeconds: 1000 + ++count },
                      seen: { durationSeconds: entry.durationSeconds },
                    },
                  ],
                });
              break;
            case "delete":
              if (entry !== undefined) write({ kind, ids: [entry.id] });
              break;
            case "start": {
              const started = { ...where, startedAt: now(), description: `timer ${++count}`, tags: [], billable: null };
              write({ kind: "startTimer", timer: started, stoppedLocalId: newLocalId() });
              break;
            }
            case "stop":
              if (timer !== null) {
                const localId = newLocalId();
                stops.set(localId, timer.description);
                write({ kind: "stopTimer", at: now(), localId });
              }
              break;
            case "retag":
              if (timer !== null)
                write({ kind: "updateTimer", set: { tags: [`t${pick}`] }, seen: { tags: timer.tags } });
              break;
            case "moveEntry":
              if (entry !== undefined) {
                const startedAt = new Date(Date.UTC(2026, 2, 3, 0, ++count)).toISOString();
                write({
                  kind: "update",
                  changes: [{ id: entry.id, set: { startedAt }, seen: { startedAt: entry.startedAt } }],
                });
              }
              break;
            case "moveTimer":
              if (timer !== null) {
                const startedAt = new Date(Date.parse(timer.startedAt) + (pick - 50) * 100 + ++count).toISOString();
                write({ kind: "updateTimer", set: { startedAt }, seen: { startedAt: timer.startedAt } });
              }
              break;
            case "discard":
              if (timer !== null) write({ kind: "discardTimer" });
              break;
            case "undo": {
              const last = undos.pop();
              for (const each of last?.writes ?? []) last?.device.write(each);
              break;
            }
            case "send":
              await device.send();
              break;
            case "sendBoth":
              await Promise.all(devices.map((each) => each.send()));
              break;
            case "refresh":
              await device.refresh();
              break;
            case "restart":
              device.restart();
              await device.refresh();
              break;
            case "newKey":
              device.useKey(await newKey());
          }
        }

        for (let round = 0; !devices.every((device) => device.isEmpty()); round++) {
          isLossy = round < 20;
          for (const device of devices) await device.send();
        }
        for (const device of devices) await device.refresh();
        const all: TimeEntry[] = [];
        for await (const entry of direct.timeEntries.list({ userId: "me", includeDeleted: true })) all.push(entry);
        const live = all.filter(({ deletedAt }) => deletedAt === null);
        const running = (await direct.timers.list({ userId: "me" })).data;
        for (const device of devices) {
          assert.deepEqual(sorted(device.view().entries), sorted(live));
          assert.deepEqual(device.view().timer, running[0] ?? null);
        }
        const names = [...live, ...running]
          .map(({ description }) => description)
          .filter((name) => !name.startsWith("entry of"));
        assert.deepEqual(names, [...new Set(names)], "nothing is there twice");
        for (const { write, error } of devices.flatMap(({ givenUp }) => givenUp))
          assert.ok(write.kind !== "create", `a new entry is never refused: ${String(error)}`);
        const made: string[] = [];
        for (const device of devices)
          for (const write of device.confirmed) {
            if (write.kind === "create") {
              const ids = write.entries.map(({ localId }) => device.find(localId)?.id ?? "");
              made.push(...ids);
              assert.deepEqual(
                ids.map((id) => all.find((entry) => entry.id === id)?.description),
                write.entries.map(({ description }) => description),
              );
            }
            if (write.kind === "stopTimer") {
              const id = device.find(write.localId)?.id;
              assert.equal(
                all.find((entry) => entry.id === id)?.description,
                stops.get(write.localId),
                "no other timer",
              );
            }
            if (write.kind === "update")
              for (const { id, set, seen } of write.changes) {
                if (set.durationSeconds === undefined) continue;
                const { data } = await direct.timeEntries.listHistory(device.find(id)?.id ?? id, { limit: 200 });
                const changes = data.flatMap((event) =>
                  event.changes.filter(({ field }) => field === "durationSeconds"),
                );
                const own = changes.filter((change) => change.new === set.durationSeconds);
                // The device may have shown an undo that was then given up.
                const isOwn = (value: unknown) =>
                  device.confirmed.some(
                    (other) =>
                      other.kind === "update" && other.changes.some((each) => each.set.durationSeconds === value),
                  );
                // The undo of a change that was given up finds the former value, and so changes nothing.
                const isUndone = device.givenUp.some(
                  ({ write: other }) =>
                    other.kind === "update" &&
                    other.changes.some(
                      (each) =>
                        each.set.durationSeconds === seen.durationSeconds &&
                        each.seen.durationSeconds === set.durationSeconds,
                    ),
                );
                assert.ok(
                  own.some(({ old }) => isUndone || old === seen.durationSeconds || isOwn(old)),
                  `${JSON.stringify({ set, seen, changes })}: a change is in the history, after what the person saw`,
                );
              }
          }
        const created = all.filter(({ description }) => description.startsWith("entry"));
        assert.deepEqual(created.map(({ id }) => id).toSorted(), made.toSorted(), "each entry is there once");
      },
    );
  const [plain, moving] = [propertyOf(stepOf(...kinds)), propertyOf(stepOf(...kinds, ...moves))];
  for (const { withMoves = false, ...story } of stories)
    await fc.assert(withMoves ? moving : plain, { ...story, endOnFailure: true });
});

const sorted = (entries: readonly TimeEntry[]) => entries.toSorted((left, right) => (left.id < right.id ? -1 : 1));
