import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { asInEvents } from "#test/worlds/as-in-events.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { createSteppedDatabase } from "#test/databases/step-clock.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

type Copy = Map<string, Json>;

/** A copy of what a caller sees, kept by the cursor of the last run. */
interface Follower {
  caller: Caller;
  entries: Copy;
  places: Copy;
  cursors: Record<string, string>;
}

const newFollower = (caller: Caller): Follower => ({ caller, entries: new Map(), places: new Map(), cursors: {} });

async function run(
  { caller, cursors }: Follower,
  path: string,
  copy: Copy,
  apply: (change: Json) => void,
): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined = cursors[path]; ;) {
    const { status, json, text } = await caller.get(
      `${path}?limit=2${cursor === undefined ? "" : `&cursor=${cursor}`}`,
    );
    if (json.errors?.[0].code === "expired_cursor") {
      copy.clear();
      cursor = undefined;
      continue;
    }
    assert.equal(status, 200, text);
    for (const change of json.data) apply(change);
    count += json.data.length;
    cursors[path] = json.resumeCursor;
    if (json.nextCursor === null) return count;
    cursor = json.nextCursor;
  }
}

/** Brings the copy up to date, and returns the number of changes that came. */
async function follow(follower: Follower): Promise<number> {
  const { entries, places } = follower;
  const ofEntries = await run(follower, "/v1/time-entries/changes", entries, (change) => {
    if (change.gone === true || change.projectId === undefined) entries.delete(change.id);
    else entries.set(change.id, change);
  });
  const ofPlaces = await run(follower, "/v1/projects/changes", places, (change) => {
    if (change.gone === true) places.delete(change.id);
    else places.set(change.object.id, change.object);
  });
  return ofEntries + ofPlaces;
}

async function assertExact({ caller, entries, places }: Follower): Promise<void> {
  const all = (await caller.get("/v1/time-entries?limit=200")).json.data;
  assert.deepEqual(entries, new Map(all.map((entry: Json) => [entry.id, entry])));
  const lists = await Promise.all(["projects", "tasks", "clients"].map((list) => caller.get(`/v1/${list}?limit=200`)));
  const objects = lists.flatMap(({ json }) => json.data.map(asInEvents));
  assert.deepEqual(places, new Map(objects.map((object: Json) => [object.id, object])));
}

async function newWorld() {
  const { db, step } = await createSteppedDatabase();
  const { newOrganization, newMember } = await newTestApp({ db });
  const owner = await newOrganization();
  const viewer = await newMember(owner, "viewer");
  const [open, hiding, doomed] = [await newProject(owner), await newProject(owner), await newProject(owner)];
  const made = async (place = open) => (await newEntry(owner, place)).id as string;
  const [changed, moved, deleted] = [await made(), await made(hiding), await made()];
  await made();
  const followers = [newFollower(owner), newFollower(viewer)];
  for (const follower of followers) await follow(follower);
  /** Creates, changes, hides and deletes what the copies have, and what they do not have. */
  const act = async () => {
    const answers = [
      await owner.patch(`/v1/time-entries/${changed}`, { description: "changed" }),
      await owner.delete(`/v1/time-entries/${deleted}`),
      await owner.patch(`/v1/projects/${hiding.projectId}`, { visibility: "members" }),
      await owner.patch(`/v1/tasks/${open.taskId}`, { name: "Renamed" }),
      await owner.delete(`/v1/projects/${doomed.projectId}`),
      await owner.post("/v1/clients", { name: "Acme" }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => Math.floor(status / 100)),
      answers.map(() => 2),
    );
    await made();
    return moved;
  };
  return { db, step, owner, followers, act, made };
}

const steps = { "five minutes back": "-5 minutes", "last January": "-330 days" };

for (const [name, by] of Object.entries(steps)) {
  test(`copies get everything that was written with a clock of ${name}, whenever they ask`, async () => {
    const { db, step, followers, act, made } = await newWorld();
    const [owner, viewer] = followers as [Follower, Follower];
    await step(by);
    await act();
    await follow(owner);
    await assertExact(owner);
    await made();
    await follow(owner);
    await assertExact(owner);
    // A run lists what is new, not everything since the clock's instant.
    assert.ok((await follow(owner)) < 3);

    await step("0");
    await made();
    for (const follower of [owner, viewer]) {
      await follow(follower);
      await assertExact(follower);
    }
    await assertSound(db);
  });
}

test("copies get everything that was written with a clock of five minutes ahead, and after it was set right", async () => {
  const { step, followers, act, made } = await newWorld();
  const [owner, viewer] = followers as [Follower, Follower];
  await step("5 minutes");
  await act();
  await follow(owner);
  await step("0");
  await made();
  for (const follower of [owner, viewer]) {
    await follow(follower);
    await assertExact(follower);
  }
});

test("a cursor is still exact after a restart of the database; in another one, or far behind, the copy starts over", async () => {
  const { db, step, followers, act } = await newWorld();
  const [owner] = followers as [Follower];
  const edit = (change: (history: string) => string) => {
    for (const [path, cursor] of Object.entries(owner.cursors)) {
      const parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
      parts[2] = change(parts[2]);
      owner.cursors[path] = Buffer.from(JSON.stringify(parts)).toString("base64url");
    }
  };
  await step("-5 minutes");
  await act();
  edit((history) => history.replace(/[^/]*$/, "another run"));
  await follow(owner);
  await assertExact(owner);
  const assertStartsOver = async () => {
    for (const [path, cursor] of Object.entries(owner.cursors))
      assertProblem(await owner.caller.get(`${path}?cursor=${cursor}`), 422, "validation_failed", ["/cursor"]);
    await follow(owner);
    await assertExact(owner);
  };
  // An entry that the restored database does not have; it must disappear from the copy.
  owner.entries.set("time_lost", {});
  edit((history) => history.replace(/^[^/]*/, "another database"));
  await assertStartsOver();
  await db.query(sql`
    insert into changes (org_id, id, at, action, target_id, object)
    select ${owner.caller.orgId}, 'evt_' || lpad(n::text, 32, '0'), now(), 'client.updated', 'client_1', '{"id": "client_1"}'
      from generate_series(1, 100001) n`);
  await assertStartsOver();
});

test("a cursor that PostgreSQL could not read is refused", async () => {
  const { owner } = await newWorld();
  for (const path of ["/v1/time-entries/changes", "/v1/projects/changes", "/v1/events"]) {
    const { resumeCursor } = (await owner.get(path)).json;
    const parts = JSON.parse(Buffer.from(resumeCursor, "base64url").toString());
    for (const seen of ["5:3:", "5:9:7,6", "5:9:9", "0:0:", "5:9:10", "3:5:1", "5:9:,"]) {
      const cursor = Buffer.from(JSON.stringify(parts.with(3, seen))).toString("base64url");
      const { status, json } = await owner.get(`${path}?cursor=${cursor}`);
      assert.deepEqual([status, json.errors?.[0].code], [422, "bad_cursor"], `${path} ${seen}`);
    }
  }
});

test("a since that is still to come lists everything, because the clock was set back", async () => {
  const { step, owner, act } = await newWorld();
  const { syncedTo } = (await owner.get("/v1/time-entries/changes")).json;
  await step("-330 days");
  await act();
  for (const path of ["/v1/time-entries", "/v1/projects"]) {
    const seen = new Set<string>();
    let cursor = "";
    do {
      const { json } = await owner.get(`${path}/changes?since=${syncedTo}&limit=2${cursor}`);
      for (const { id, object } of json.data) seen.add(id ?? object.id);
      cursor = json.nextCursor === null ? "" : `&cursor=${json.nextCursor}`;
    } while (cursor !== "");
    for (const { id } of (await owner.get(`${path}?limit=200`)).json.data) assert.ok(seen.has(id), path);
  }
});
