import assert from "node:assert/strict";
import { test } from "node:test";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { type EntryChange, type Stint, StintError, type SyncQuery, type TimeEntry } from "#src/index.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { PacedStint } from "./paced-client.ts";
import { serve } from "./serve.ts";

/** A copy that outlives its client, like one on disk. */
class Mirror {
  readonly entries = new Map<string, TimeEntry>();
  since: string | undefined = undefined;
  runs = 0;

  store(change: EntryChange): void {
    if (change.kind === "reset") this.entries.clear();
    else if (change.kind === "upsert") this.entries.set(change.entry.id, change.entry);
    else if (change.kind === "remove") this.entries.delete(change.id);
    else {
      this.since = change.since;
      this.runs++;
    }
  }

  /** Performs one run, which is interrupted after `most` changes. */
  async follow(stint: Stint, most = Infinity, query: SyncQuery = {}): Promise<void> {
    let count = 0;
    for await (const change of stint.timeEntries.sync({ ...query, since: this.since })) {
      if (count++ === most) return;
      this.store(change);
    }
  }
}

async function listed(stint: Stint, query = {}): Promise<Map<string, TimeEntry>> {
  const entries = new Map<string, TimeEntry>();
  for await (const entry of stint.timeEntries.list(query)) entries.set(entry.id, entry);
  return entries;
}

test("a copy under 16 writers, restarts of the server and of the client, and a failing network ends equal", async (t) => {
  const { world, port, owner } = await serve();
  const proxy = await startFaultProxy(t, port);
  let asked = 0;
  proxy.choose = () => (++asked % 11 === 0 ? "resetAfter" : undefined);
  const clientOf = (maxRetries = 100) =>
    new PacedStint({ apiKey: owner.apiKey, baseUrl: proxy.baseUrl, maxRetries }, 0.01);
  const place = await newProject(owner);

  const write = async (writer: number) => {
    const stint = clientOf();
    const own: string[] = [];
    for (let at = 0; at < 12; at++) {
      const body = { ...place, startedAt: "2026-03-02T09:00:00Z", durationSeconds: writer * 100 + at };
      own.push((await stint.timeEntries.create(body)).id);
      const id = own[(at * 7) % own.length] ?? "";
      const change = [
        () => stint.timeEntries.update(id, { description: `${writer}.${at}` }),
        () => stint.timeEntries.delete(id),
        () => stint.timeEntries.restore(id),
      ][at % 3];
      // Ignore errors of the client: the copy must reflect the server's state, whether or not the write was executed.
      await change?.().catch((error: unknown) => assert.ok(error instanceof StintError, String(error)));
    }
  };

  let apps = 1;
  let isWriting = true;
  const restart = async (app: { close(): Promise<unknown> }) => {
    await app.close();
    const next = await newTestApp();
    proxy.port = await listenOn(next.app);
    apps++;
    return next.app;
  };
  const mirror = new Mirror();
  const writers = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer))).finally(
    () => (isWriting = false),
  );
  const followed = (async () => {
    let { app } = world;
    for (let run = 1; isWriting; run++) {
      // Interrupt every third run, and restart the server during every eighth.
      const ended = run % 8 === 4 ? restart(app) : undefined;
      await mirror.follow(clientOf(), run % 3 === 0 ? 20 : Infinity);
      if (ended !== undefined) app = await ended;
    }
  })();
  await Promise.all([writers, followed]);
  await mirror.follow(clientOf());
  assert.deepEqual(mirror.entries, await listed(clientOf()));
  assert.ok(mirror.entries.size > 50 && apps > 1 && mirror.runs > 2, `${mirror.entries.size}, ${apps}, ${mirror.runs}`);
  t.diagnostic(`${mirror.entries.size} entries, ${mirror.runs} runs, ${apps} servers, ${asked} requests`);
});

test("a copy follows its filters: entries that no longer match are removed", async () => {
  const { owner, stintOf } = await serve();
  const stint = stintOf();
  const place = await newProject(owner);
  const [entry, other] = [
    await newEntry(owner, place, { tags: ["a,b"] }),
    await newEntry(owner, place, { tags: ["c"] }),
  ];
  const mirror = new Mirror();
  await mirror.follow(stint, Infinity, { tag: ["a,b"] });
  assert.deepEqual([...mirror.entries.keys()], [entry.id]);
  await stint.timeEntries.update(entry.id, { tags: [] });
  await stint.timeEntries.delete(other.id);
  const reasons: unknown[] = [];
  for await (const change of stint.timeEntries.sync({ tag: ["a,b"], since: mirror.since }))
    if (change.kind === "remove") reasons.push([change.id, change.reason]);
  assert.deepEqual(reasons, [[entry.id, "gone"]]);
});

test("a client that was away for more than 30 days, by the server's clock, starts over", async () => {
  const { owner, stintOf } = await serve();
  const stint = stintOf();
  const entry = await newEntry(owner, await newProject(owner));
  const mirror = new Mirror();
  mirror.entries.set("time_gone", entry);
  mirror.since = new Date(Date.parse(entry.updatedAt) - 31 * 86_400_000).toISOString();
  await mirror.follow(stint);
  assert.deepEqual([...mirror.entries.keys()], [entry.id]);
  const kinds: string[] = [];
  for await (const { kind } of stint.timeEntries.sync({ since: mirror.since })) kinds.push(kind);
  assert.equal(kinds.includes("reset"), false);
  assert.equal(kinds.at(-1), "synced");
});

test("a copy of projects, tasks and clients handles changes, deletions and several pages", async () => {
  const stint = (await serve()).stintOf();
  const copy = new Map<string, { name: string }>();
  let since: string | undefined;
  const follow = async () => {
    for await (const change of stint.projects.sync({ since })) {
      if (change.kind === "reset") copy.clear();
      else if (change.kind === "remove") copy.delete(change.id);
      else if (change.kind === "synced") ({ since } = change);
      else copy.set(change.object.id, change.object);
    }
  };
  const client = await stint.clients.create({ name: "Acme" });
  const project = await stint.projects.create({ name: "Website", clientId: client.id });
  const task = await stint.tasks.create(project.id, { name: "Build" });
  await follow();
  assert.deepEqual(new Set(copy.keys()), new Set([client.id, project.id, task.id]));

  await stint.clients.update(client.id, { name: "Acme Ltd" });
  await stint.projects.delete(project.id);
  await follow();
  assert.deepEqual(
    [...copy].map(([id, { name }]) => [id, name]),
    [[client.id, "Acme Ltd"]],
  );
});
