// Queues that an earlier version has stored are read and sent.
import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { newEntry } from "@stint/server/test/worlds/factories.ts";
import { scopes } from "@stint/server/src/identity/access.ts";
import { openProxy } from "#test/support/killing-proxy.ts";
import { loggedIn, serve } from "#test/support/world.ts";

/** The schema of version 0.1.0. */
const formerSchema = `
  create table if not exists writes (
    seq integer primary key autoincrement,
    key text not null unique,
    made_at integer not null,
    state text not null default 'queued',
    sent_at integer,
    reason text,
    theirs text,
    write text not null
  ) strict;
  create table if not exists ids (local_id text primary key, id text not null, version integer not null) strict;
  create table if not exists actions (
    id integer primary key autoincrement,
    label text not null,
    keys text not null,
    inverse text not null,
    undone integer not null default 0
  ) strict;
  pragma user_version = 1;`;

test("every kind of write that version 0.1.0 queued is shown, sent and undone", async () => {
  const served = await serve();
  const { owner } = served;
  const { home, where } = await loggedIn(served);
  const changed = await newEntry(owner, where, { description: "before" });
  const deleted = await newEntry(owner, where, { description: "deleted" });
  const restored = await newEntry(owner, where, { description: "restored" });
  assert.equal((await owner.delete(`/v1/time-entries/${restored.id}`)).status, 204);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const [began, moved, ended, next] = [minutesAgo(60), minutesAgo(50), minutesAgo(40), minutesAgo(30)];
  const fields = { ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, tags: [], billable: null };
  const entry = { ...fields, description: "deleted", externalRef: null };
  const timer = { ...where, startedAt: began, description: "timer", tags: [], billable: null };
  const writes = [
    { kind: "create", entries: [{ ...fields, description: "created", externalRef: "A-1", localId: "local_a1" }] },
    { kind: "update", id: "local_a1", version: 0, seen: { durationSeconds: 3600 }, set: { durationSeconds: 60 } },
    { kind: "update", id: changed.id, version: 1, seen: { description: "before" }, set: { description: "after" } },
    { kind: "delete", id: deleted.id, version: 1, entry },
    { kind: "restore", id: restored.id, entry: { ...entry, description: "restored" } },
    { kind: "start", timer, localId: "local_b1" },
    { kind: "changeTimer", startedAt: began, seen: { startedAt: began }, set: { startedAt: moved } },
    { kind: "stop", startedAt: moved, endedAt: ended, localId: "local_b2" },
    { kind: "start", timer: { ...timer, startedAt: next }, localId: "local_b3", isForced: true },
    { kind: "discard", startedAt: next },
  ];
  const inverse = [{ kind: "start", timer: { ...timer, startedAt: next }, localId: "local_b4", isForced: true }];
  await home.ok(["sync"]);
  const folder = join(home.path, ".local/share/stint/default");
  await mkdir(folder, { recursive: true });
  for (const ending of ["", "-wal", "-shm"]) await rm(join(folder, `queue.db${ending}`), { force: true });
  const db = new DatabaseSync(join(folder, "queue.db"));
  db.exec(`pragma journal_mode = wal; ${formerSchema}`);
  const insert = db.prepare("insert into writes (key, made_at, write) values (?, ?, ?)");
  for (const [at, write] of writes.entries()) insert.run(`key-${at}`, Date.now(), JSON.stringify(write));
  db.prepare("insert into actions (label, keys, inverse) values ('former', ?, ?)").run(
    JSON.stringify([`key-${writes.length - 1}`]),
    JSON.stringify(inverse),
  );
  db.close();

  const described = async () =>
    (await home.json(["list", ":all", "--json"])).map(
      ({ description, seconds }: { description: string; seconds: number }) => `${description} ${seconds}`,
    );
  const expected = ["after 3600", "created 60", "restored 3600", "timer 600"];
  assert.deepEqual((await described()).toSorted(), expected, "shown before it is sent");
  await home.ok(["sync"]);
  assert.match(await home.ok(["conflicts"]), /^No writes/);
  assert.deepEqual((await described()).toSorted(), expected);
  const { data } = (await owner.get("/v1/time-entries")).json;
  assert.deepEqual(data.map((each: { description: string }) => each.description).toSorted(), [
    "after",
    "created",
    "restored",
    "timer",
  ]);
  assert.equal((await owner.get("/v1/timer")).status, 404);
  await home.ok(["undo", "--wait"]);
  assert.equal((await owner.get("/v1/timer")).json.description, "timer");
});

test("a write in doubt is settled with the conflict that version 0.1.0 stored, and printed in its form", async () => {
  const served = await serve();
  const { owner } = served;
  const { home, where } = await loggedIn(served);
  const { id } = await newEntry(owner, where, { description: "before" });
  await home.ok(["sync"]);
  await owner.patch(`/v1/time-entries/${id}`, { description: "theirs" });
  const db = new DatabaseSync(join(home.path, ".local/share/stint/default/queue.db"));
  db.prepare(
    "insert into writes (key, made_at, state, sent_at, reason, theirs, write) values ('k', 1, 'conflict', 1, 'Who?', ?, ?)",
  ).run(
    JSON.stringify({ description: "theirs" }),
    JSON.stringify({ kind: "update", id, version: 1, seen: { description: "before" }, set: { description: "mine" } }),
  );
  db.close();
  const [{ mine, theirs }] = await home.json(["conflicts", "--json"]);
  assert.deepEqual(
    [mine.kind, mine.id, mine.set, theirs],
    ["update", id, { description: "mine" }, { description: "theirs" }],
  );
  await home.ok(["conflicts", "--mine", "--wait"]);
  assert.equal((await owner.get(`/v1/time-entries/${id}`)).json.description, "mine");
});

test("a write whose reply was lost is not repeated with the key of a later login", async () => {
  const served = await serve();
  const key = await served.world.newKey(served.owner, scopes);
  const { home } = await loggedIn(served, key);
  const proxy = await openProxy(served.url);
  await home.ok(["login", "--server", proxy.url], { input: key.apiKey });
  await home.ok(["log", "yesterday 9-10 @web once"]);
  // The reply is lost, and then the API key.
  proxy.at("after", 1, async () => {
    assert.equal((await served.owner.delete(`/v1/api-keys/${key.keyId}`)).status, 204);
    throw new Error("The reply is lost.");
  });
  assert.notEqual((await home.run(["sync"])).code, 0);
  await home.ok(["login"], { input: served.owner.apiKey });
  await home.ok(["sync"]);
  assert.equal((await served.owner.get("/v1/time-entries")).json.data.length, 1);
  await proxy.close();
});
