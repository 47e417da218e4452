// Tests that each queued write arrives exactly once, no matter when the sending process is killed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { openQueue, type Queue } from "#src/store/queue.ts";
import { type EntryFields, newLocalId, type Write } from "@stint/offline/write.ts";
import { moments, openProxy, type Proxy } from "#test/support/killing-proxy.ts";
import { builtCommand, type Home, loggedIn, type Served, serve } from "#test/support/world.ts";

const kills = 200;
const machines = 4;

test(`${kills} kills among queued writes: each arrives once`, async () => {
  const served = await serve();
  const counts = await Promise.all(
    Array.from({ length: machines }, async (_, number) => {
      // Give each machine a different member, because a member can have only one timer.
      const caller = number === 0 ? served.owner : await served.world.newMember(served.owner, "owner");
      return await killMachine({ ...served, owner: caller }, kills / machines);
    }),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    kills,
  );
});

async function killMachine(served: Served, wanted: number): Promise<number> {
  const { home, where } = await loggedIn(served);
  const proxy = await openProxy(served.url);
  await home.ok(["login", "--server", proxy.url], { input: served.owner.apiKey });
  using queue = openQueue(join(home.path, ".local/share/stint/default"));
  const wishes = new Map<string, number>();
  let killed = 0;
  for (let round = 0; killed < wanted; round++) {
    while (queue.list().length < 6) queueWork(queue, where, wishes);
    if (await killSync(home, proxy, round)) killed++;
  }
  await home.ok(["sync"]);
  assert.deepEqual(queue.list(), []);
  const found: Json[] = [];
  for (let cursor = ""; ;) {
    const page = (await served.owner.get(`/v1/time-entries?userId=me&limit=200${cursor}`)).json;
    found.push(...page.data);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  const sorted = (pairs: Iterable<[string, number]>) =>
    [...pairs].toSorted(([left], [right]) => (left < right ? -1 : 1));
  assert.deepEqual(
    sorted(found.map(({ description, durationSeconds }) => [description, durationSeconds])),
    sorted(wishes),
  );
  const listed: Json[] = await home.json(["list", "2026-03", "--json"]);
  assert.deepEqual(
    sorted(listed.map(({ description, seconds }) => [description, seconds])),
    sorted(wishes),
    "the mirror shows the same",
  );
  await proxy.close();
  return killed;
}

let works = 0;

/** Queues an entry that is created, changed and perhaps deleted, or a timer that is started and stopped. */
function queueWork(queue: Queue, where: { projectId: string; taskId: string }, wishes: Map<string, number>): void {
  const number = ++works;
  const startedAt = new Date(Date.UTC(2026, 2, 2) + (number % 2000) * 1_200_000).toISOString();
  const timer = { ...where, startedAt, description: `work ${number}`, tags: ["a"], billable: null };
  const fields: EntryFields = { ...timer, durationSeconds: 600, externalRef: null };
  const localId = newLocalId();
  const changed = 600 + number;
  const writes: Write[] =
    number % 3 === 0
      ? [
          { kind: "startTimer", timer, stoppedLocalId: newLocalId() },
          {
            kind: "stopTimer",
            of: { startedAt },
            at: new Date(Date.parse(startedAt) + changed * 1000).toISOString(),
            localId,
          },
        ]
      : [
          { kind: "create", entries: [{ ...fields, localId }] },
          {
            kind: "update",
            changes: [{ id: localId, version: 0, seen: { durationSeconds: 600 }, set: { durationSeconds: changed } }],
          },
        ];
  const isDeleted = number % 5 === 0;
  if (isDeleted)
    writes.push({
      kind: "delete",
      ids: [localId],
      seen: [{ version: 0, entry: { ...fields, durationSeconds: changed } }],
    });
  else wishes.set(timer.description, changed);
  queue.add({ label: timer.description, writes, inverse: [] }, Date.now());
}

/** Starts a sender and kills it during one of its next writes. Returns false if the sender finished first. */
async function killSync({ env }: Home, proxy: Proxy, round: number): Promise<boolean> {
  const child = spawn(process.execPath, [await builtCommand(), "sync"], { env, stdio: "ignore" });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("close", (_code, signal) => resolve(signal)),
  );
  const moment = moments[round % moments.length] ?? "after";
  proxy.at(moment, 1 + (round % 4), async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return (await ended) === "SIGKILL";
}

test("a write whose reply was lost a day ago, and whose key the server has forgotten, is looked for first", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const proxy = await openProxy(served.url);
  await home.ok(["login", "--server", proxy.url], { input: served.owner.apiKey });
  const db = new DatabaseSync(join(home.path, ".local/share/stint/default/queue.db"));
  for (const args of [
    ["log", "yesterday 9-10 @web one, yesterday 10-11 @web two"],
    ["start", "@web three", "--at", "-5m"],
  ]) {
    await home.ok(args);
    assert.ok(await killSync(home, proxy, 4), "killed after its first write");
    // Simulate that a day has passed: the server no longer has a reply for this key.
    db.prepare("update writes set sent_at = sent_at - 90000000, key = 'forgotten' || seq").run();
    await home.ok(["sync"]);
  }
  db.close();
  const { data: entries } = (await served.owner.get("/v1/time-entries")).json;
  assert.deepEqual(entries.map(({ description }: Json) => description).toSorted(), ["one", "two"]);
  assert.equal((await served.owner.get("/v1/timer")).json.description, "three");
  await home.ok(["edit", "last", "--for", "5m", "changed"]);
  await home.ok(["sync"]);
  assert.equal((await home.json(["list", "yesterday", "--json"])).length, 2);
  await proxy.close();
});
