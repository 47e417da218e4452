import assert from "node:assert/strict";
import { test } from "node:test";
import { runDoctor } from "#commands/doctor/doctor.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { entryBody } from "#test/worlds/factories.ts";
import { applied, previewed, togglCsv, undone } from "#test/worlds/import-files.ts";
import { receiver, register, sending } from "#test/deliveries/sending.ts";
import { cleanUp } from "#src/worker.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { waitFor } from "#test/databases/hold.ts";

const dayMs = 86_400_000;

const namesOf = async (caller: Caller, path: string): Promise<string[]> =>
  (await caller.get(`/v1/${path}`)).json.data.map(({ name }: Json) => name).toSorted();

const idOf = async (caller: Caller, path: string, name: string): Promise<string> =>
  (await caller.get(`/v1/${path}?limit=200`)).json.data.find((each: Json) => each.name === name).id;

async function repair(db: DatabasePool, trust: "entries" | "history"): Promise<void> {
  const quiet = { db, out: () => undefined, err: () => undefined };
  await runDoctor(quiet, { repair: true, json: false, trust });
}

async function readDoctor(db: DatabasePool): Promise<string> {
  let said = "";
  await runDoctor({ db, out: (text) => (said += text), err: () => undefined }, { repair: false, json: true });
  return said;
}

test("the undo of an import of many projects leaves nothing, and the file can be imported again", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  const rows = Array.from({ length: 60 }, (_, at) => ({
    project: `Project ${at}`,
    client: `Client ${at % 20}`,
    tags: at % 2 === 0 ? "Wrong" : "",
    seconds: 60 + at,
  }));
  const file = togglCsv(rows);
  const { id } = await previewed(caller, file);
  await applied(caller, id);
  const { data } = (await caller.get("/v1/time-entries?limit=200")).json;
  const [first, second] = data;
  // Deletes an entry by hand, as a user might before undoing the import.
  assert.equal((await caller.delete(`/v1/time-entries/${first.id}`)).status, 204);
  const since = new Date(Date.now() + 1).toISOString();
  const { kept } = await undone(caller, id);
  assert.deepEqual(
    kept.map(({ type }: Json) => type),
    ["member"],
  );
  for (const path of ["projects", "clients", "tags"]) assert.deepEqual(await namesOf(caller, path), [], path);
  const left = await db.query(sql`
    select id from tasks where org_id = ${caller.orgId}
     union all select id from projects where org_id = ${caller.orgId} union all select id from clients where org_id = ${caller.orgId}`);
  assert.deepEqual(left, []);
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.entries, 0);
  for (const entry of [first, second]) {
    assertProblem(await caller.post(`/v1/time-entries/${entry.id}/restore`), 404, "not_found");
    assertProblem(await caller.get(`/v1/time-entries/${entry.id}`), 404, "not_found");
  }
  assert.deepEqual((await caller.get("/v1/time-entries?includeDeleted=true")).json.data, []);
  const follow = async (path: string): Promise<Json[]> =>
    (await caller.get(`/v1/${path}&limit=200&since=${since}`)).json.data;
  const ofEntries = await follow("time-entries/changes?q=elsewhere");
  assert.equal(ofEntries.length, 59);
  assert.deepEqual(Object.keys(ofEntries[0] ?? {}).toSorted(), ["deletedAt", "id", "updatedAt"]);
  await assertSound(db);
  const again = await previewed(caller, file);
  assert.partialDeepStrictEqual(again.preview.creates, { clients: 20, projects: 60, tasks: 60, entries: 60 });
  assert.equal((await applied(caller, again.id)).proof.isExact, true);
  await assertSound(db);
  await undone(caller, again.id);
  await cleanUp(db, new Date(Date.now() + 31 * dayMs));
  const [{ unpurged } = { unpurged: -1 }] = await db.query<{ unpurged: number }>(
    sql`select count(*) as unpurged from time_entries where org_id = ${caller.orgId} and purged_at is null`,
  );
  assert.equal(unpurged, 0);
  await assertSound(db);
});

test("objects that colleagues use or have changed since the import stay, each with its reason", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const colleague = await world.newMember(owner, "admin");
  const uses = ["Booked", "Deleted", "Running", "Rated", "Hooked", "Reported", "Renamed", "Extended", "Unused"];
  const { id } = await previewed(owner, togglCsv(uses.map((project) => ({ project, client: project }))));
  await applied(owner, id);
  const where = async (name: string) => {
    const projectId = await idOf(owner, "projects", name);
    return { projectId, taskId: await idOf(owner, `projects/${projectId}/tasks`, "Build") };
  };
  const done = (answer: { status: number; text: string }) => assert.ok(answer.status < 300, answer.text);
  done(await colleague.post("/v1/time-entries", entryBody(await where("Booked"))));
  const deleted = await colleague.post("/v1/time-entries", entryBody(await where("Deleted")));
  done(await colleague.delete(`/v1/time-entries/${deleted.json.id}`));
  done(await colleague.post("/v1/timer", await where("Running")));
  const { projectId } = await where("Rated");
  done(await colleague.post("/v1/rates", { kind: "billable", scope: "project", projectId, rateMinor: 5000 }));
  const hooked = await where("Hooked");
  done(await colleague.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook", projectId: hooked.projectId }));
  const query = { report: "summary", projectId: [(await where("Reported")).projectId] };
  done(await colleague.post("/v1/saved-reports", { name: "Mine", query }));
  done(await colleague.patch(`/v1/projects/${(await where("Renamed")).projectId}`, { name: "Theirs" }));
  done(await colleague.post(`/v1/projects/${(await where("Extended")).projectId}/tasks`, { name: "More" }));
  const { kept } = await undone(owner, id);
  const tasksStay = "It has tasks that are kept.";
  const projectsStay = "It has projects that are kept.";
  assert.deepEqual(
    kept
      .filter(({ type }: Json) => type !== "member")
      .map(({ type, name, reason }: Json) => `${type} ${name}: ${reason}`)
      .toSorted(),
    [
      ...uses.slice(0, 8).map((name) => `client ${name}: ${projectsStay}`),
      ...["Booked", "Deleted", "Extended", "Running"].map((name) => `project ${name}: ${tasksStay}`),
      "project Rated: It has a rate.",
      "project Hooked: A webhook uses it.",
      "project Reported: A saved report uses it.",
      "project Theirs: It was changed since the import.",
      "task Build: A timer is running on it.",
      "task Build: It has deleted entries that can be restored.",
      "task Build: It has entries.",
    ].toSorted(),
  );
  assert.deepEqual((await owner.get("/v1/projects?status=archived")).json.data, []);
  done(await colleague.post(`/v1/time-entries/${deleted.json.id}/restore`));
  const entries = (await owner.get("/v1/time-entries")).json.data;
  assert.deepEqual(
    entries.map(({ userId }: Json) => userId),
    [colleague.userId, colleague.userId],
  );
});

test("endpoints and followers get every deletion, with the content of the entries", async (t) => {
  const { newOrganization } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url, { events: ["time_entry.deleted", "project.deleted"] });
  const { id } = await previewed(caller, togglCsv([{ project: "A", description: "One", tags: "x" }, { project: "B" }]));
  await applied(caller, id);
  const projects = (await caller.get("/v1/projects")).json.data.map((each: Json) => each.id).toSorted();
  const { syncedTo: since } = (await caller.get("/v1/projects/changes")).json;
  await undone(caller, id);
  await waitFor(() => new Set(hook.received.map((one) => one.id)).size === 4);
  const told = (type: string): Json[] => [
    ...new Map(
      hook.received.flatMap((one): [string, Json][] => {
        const { object } = JSON.parse(one.body).data;
        return one.type === type ? [[object.id, object]] : [];
      }),
    ).values(),
  ];
  assert.deepEqual(
    told("project.deleted")
      .map((each) => String(each["id"]))
      .toSorted(),
    projects,
  );
  const entries = told("time_entry.deleted");
  assert.deepEqual(entries.map(({ projectId }) => String(projectId)).toSorted(), projects);
  assert.partialDeepStrictEqual(
    entries.find(({ description }) => description === "One"),
    { durationSeconds: 3600, tags: ["x"], startedAt: "2026-03-02T09:00:00Z", version: 2 },
  );
  const changes = (await caller.get(`/v1/projects/changes?since=${since}`)).json.data;
  const gone = changes.filter((change: Json) => change["gone"] === true);
  assert.ok(
    projects.every((project: string) => gone.some((change: Json) => change["id"] === project)),
    JSON.stringify(changes),
  );
});

test("the doctor reports an altered tombstone, and a repair does not restore its content", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  for (const trust of ["history", "entries"] as const) {
    const caller = await newOrganization();
    const { id } = await previewed(caller, togglCsv([{ seconds: 60 }, { seconds: 120 }, { seconds: 180 }]));
    await applied(caller, id);
    const ids = (await caller.get("/v1/time-entries")).json.data.map((each: Json) => each.id);
    await undone(caller, id);
    await db.query(sql`update time_entries set user_id = ${caller.userId}, version = 3 where id = ${ids[0]}`);
    await db.query(sql`delete from time_entries where id = ${ids[1]}`);
    const said = await readDoctor(db);
    for (const expected of ["time_entry.differs", "time_entry.missing"]) assert.match(said, new RegExp(expected));
    await repair(db, trust);
    await assertSound(db);
    const rows = await db.query(
      sql`select project_id, description, duration_seconds from time_entries where org_id = ${caller.orgId}`,
    );
    const tombstone = { project_id: null, description: "", duration_seconds: 0 };
    assert.deepEqual(rows, [tombstone, tombstone, tombstone]);
  }
});
