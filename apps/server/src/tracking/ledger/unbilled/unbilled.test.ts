import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newClient, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const ok = (answer: Answer): Json => {
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
};

/** The figures of all clients or projects by name, as shown and as computed from the unbilled entries. */
async function readAll(caller: Caller, kind: "clients" | "projects") {
  const { data } = ok(await caller.get(`/v1/${kind}?limit=200`));
  const shown: Json = {};
  const counted: Json = {};
  for (const { id, name, unbilledAmountMinor, unbilledSeconds } of data) {
    shown[name] = [unbilledAmountMinor, unbilledSeconds];
    const single = ok(await caller.get(`/v1/${kind}/${id}`));
    assert.deepEqual([single.unbilledAmountMinor, single.unbilledSeconds], shown[name]);
    const filter = `${kind === "clients" ? "clientId" : "projectId"}=${id}&billable=true&billed=false&limit=200`;
    const entries = ok(await caller.get(`/v1/time-entries?${filter}`)).data;
    const sum = (field: string) => entries.reduce((total: number, entry: Json) => total + entry[field], 0);
    counted[name] = [sum("amountMinor"), sum("billableSeconds")];
  }
  assert.deepEqual(shown, counted);
  return shown;
}

test("clients and projects show what is unbilled, whatever happens to entries and batches", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  ok(await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 }));
  const clientId = await newClient(owner);
  const site = await newProject(owner, { name: "Website", clientId, rounding: { mode: "up", minutes: 15 } });
  const app = await newProject(owner, { name: "App", clientId });
  const own = await newProject(owner, { name: "Own", billable: false });
  const both = async () => ({ ...(await readAll(owner, "projects")), ...(await readAll(owner, "clients")) });
  assert.deepEqual(await both(), { Website: [0, 0], App: [0, 0], Own: [0, 0], Acme: [0, 0] });
  const entry = await newEntry(owner, site, { durationSeconds: 1000 });
  await newEntry(owner, app, { startedAt: "2024-02-29T09:00:00Z" });
  await newEntry(owner, own);
  assert.deepEqual(await both(), { Website: [4500, 1800], App: [9000, 3600], Own: [0, 0], Acme: [13_500, 5400] });
  const batch = ok(await owner.post("/v1/billing-batches", { filter: { projectId: [app.projectId] }, reference: "1" }));
  assert.deepEqual(await both(), { Website: [4500, 1800], App: [0, 0], Own: [0, 0], Acme: [4500, 1800] });
  assert.equal((await owner.delete(`/v1/time-entries/${entry.id}`)).status, 204);
  await newEntry(owner, app, { durationSeconds: 60 });
  assert.deepEqual(await both(), { Website: [0, 0], App: [150, 60], Own: [0, 0], Acme: [150, 60] });
  assert.equal((await owner.delete(`/v1/billing-batches/${batch.id}`)).status, 204);
  ok(await owner.patch(`/v1/projects/${app.projectId}`, { clientId: null }));
  assert.deepEqual(await both(), { Website: [0, 0], App: [9150, 3660], Own: [0, 0], Acme: [0, 0] });
});

test("the figures need costs:read, and are in no event and no list of changes", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner, { clientId: await newClient(owner) });
  await newEntry(owner, where);
  const member = await newMember(owner, "member");
  const plain = await newKey(owner, ["projects:read", "projects:write", "billing:read"]);
  for (const caller of [member, plain])
    for (const kind of ["clients", "projects"]) {
      const listed = await caller.get(`/v1/${kind}`);
      assert.doesNotMatch(listed.text, /unbilled/);
      assert.doesNotMatch((await caller.get(`/v1/${kind}/${listed.json.data[0].id}`)).text, /unbilled/);
    }
  assert.doesNotMatch((await plain.patch(`/v1/projects/${where.projectId}`, { name: "Renamed" })).text, /unbilled/);
  for (const url of ["/v1/projects/changes", "/v1/events?limit=200", "/v1/audit-events"])
    assert.doesNotMatch((await owner.get(url)).text, /unbilled/);
});

test("the ETag covers the figures, and If-Match does not", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const clientId = await newClient(owner);
  const where = await newProject(owner, { clientId });
  for (const url of [`/v1/clients/${clientId}`, `/v1/projects/${where.projectId}`]) {
    const before = (await owner.get(url)).headers["etag"] ?? "";
    assert.equal((await owner.get(url, { "if-none-match": before })).status, 304);
    await newEntry(owner, where);
    const after = await owner.get(url, { "if-none-match": before });
    assert.equal(after.status, 200);
    assert.notEqual(after.headers["etag"], before);
    const changed = await owner.patch(url, { name: "New" }, { "if-match": before });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await owner.get(url)).headers["etag"], changed.headers["etag"]);
    assertProblem(await owner.patch(url, { name: "Newer" }, { "if-match": before }), 412, "precondition_failed");
    assert.equal((await owner.patch(url, { name: "Newer" }, { "if-match": '"2"' })).status, 200);
  }
});
