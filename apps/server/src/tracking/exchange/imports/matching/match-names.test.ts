import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newProject } from "#test/worlds/factories.ts";
import { applied, previewed, settled, togglCsv } from "#test/worlds/import-files.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

test("people match by address, then by the address of an earlier import, then by name, active members first", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const kim = { user: "manager", email: "kim@rival.example" };
  const earlier = await previewed(caller, togglCsv([kim]));
  await applied(caller, earlier.id);
  const imported = (await caller.get(`/v1/imports/${earlier.id}`)).json.people[0].becomes.userId;
  const manager = await newMember(caller, "manager");
  const [former, current] = [await newMember(caller, "member"), await newMember(caller, "member")];
  assert.equal((await caller.patch(`/v1/members/${former.userId}`, { status: "deactivated" })).status, 200);
  const { email } = (await caller.get(`/v1/members/${former.userId}`)).json;
  const rows = [
    { user: "manager", email: email.toUpperCase() },
    { user: "member", email: "KIM@rival.example" },
    { user: "manager", email: "other@rival.example" },
    { user: "member", email: "" },
    { user: "Member", email: "" },
  ];
  const { people } = await previewed(caller, togglCsv(rows));
  assert.deepEqual(
    people.map(({ becomes }: Json) => becomes),
    [
      { userId: former.userId },
      { userId: imported },
      { userId: manager.userId },
      { userId: current.userId },
      { inactive: true },
    ],
  );
});

test("a project matches within its client, or without one if there is no other of its name", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const clientOf = async (name: string) => (await caller.post("/v1/clients", { name })).json.id as string;
  const [acme, beta] = [await clientOf("Acme"), await clientOf("Beta")];
  const idOf = async (project: object) => (await newProject(caller, project)).projectId;
  const only = await idOf({ name: "Website", clientId: acme });
  const ofAcme = await idOf({ name: "Site", clientId: acme });
  const ofBeta = await idOf({ name: "Site", clientId: beta });
  const ofNobody = await idOf({ name: "Site" });
  const rows = [
    { client: "", project: "website" },
    { client: "ACME", project: "site" },
    { client: "beta", project: "SITE" },
    { client: "", project: "site" },
    { client: "Gamma", project: "Site" },
    { client: "Gamma", project: "Website" },
  ];
  const { id, preview } = await previewed(caller, togglCsv(rows));
  const matched = async () => {
    const places = await db.query<{ project_id: string | null; has_task: boolean }>(sql`
      select project_id, task_id is not null as has_task from import_places
       where org_id = ${caller.orgId} and import_id = ${id} order by number`);
    return places.map(({ project_id: projectId, has_task: hasTask }) => [projectId, hasTask]);
  };
  const known = [only, ofAcme, ofBeta].map((project) => [project, true]);
  assert.deepEqual(await matched(), [...known, [ofNobody, true], [null, false], [null, false]]);
  assert.partialDeepStrictEqual(preview.creates, { clients: 1, projects: 2, tasks: 2 });
  assert.equal((await caller.delete(`/v1/projects/${ofNobody}`)).status, 204);
  await caller.patch(`/v1/imports/${id}`, { duplicates: "add" });
  assert.partialDeepStrictEqual((await settled(caller, id)).preview.creates, { clients: 1, projects: 3, tasks: 3 });
  assert.deepEqual(await matched(), [...known, [null, false], [null, false], [null, false]]);
});

test("names that look the same match, also if they were stored before names were cleaned", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller, { name: " Cafe\u0301\u200B\u00A0" }, { name: "Menu" });
  assert.equal((await caller.get(`/v1/projects/${projectId}`)).json.name, "Caf\u00E9");
  const tags = ["u\u0301til", "\u00FAtil\u200B"];
  const entry = { projectId, taskId, startedAt: "2026-03-01T09:00:00Z", durationSeconds: 60, tags };
  assert.deepEqual((await caller.post("/v1/time-entries", entry)).json.tags, ["\u00FAtil"]);
  const row = { client: "", project: "Caf\u00E9", task: "Menu", tags: "u\u0301til" };
  for (const name of ["Caf\u00E9", "Cafe\u0301\u00A0"]) {
    await db.query(sql`update projects set name = ${name} where org_id = ${caller.orgId} and id = ${projectId}`);
    const { preview } = await previewed(
      caller,
      togglCsv([row, { ...row, project: "Cafe\u0301 ", tags: "\u00FAtil", seconds: 60 }]),
    );
    assert.partialDeepStrictEqual(preview.creates, { projects: 0, tasks: 0, tags: 1, entries: 2 });
  }
});
