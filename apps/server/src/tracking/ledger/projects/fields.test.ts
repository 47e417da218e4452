import assert from "node:assert/strict";
import { test } from "node:test";
import type { Shown } from "#platform/fields/fields.ts";
import { readFile } from "#test/files/program-exports.ts";
import { applied, previewed } from "#test/worlds/import-files.ts";
import { newClient } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { projectFields } from "./fields.ts";

type Values = Shown<typeof projectFields>;
const names = Object.keys(projectFields) as (keyof Values)[];

test("every field of a project is stored, changed, exported and, if files contain it, imported", async () => {
  const world = await testApp();
  const caller = await world.newOrganization();
  // Every value differs from the field's default, so the test notices a field that is not stored.
  const first: Values = {
    name: "Website",
    code: "WEB-1",
    clientId: await newClient(caller),
    color: "#3b82f6",
    description: "Relaunch",
    status: "archived",
    visibility: "members",
    billable: false,
    memberIds: [caller.userId],
  };
  const second: Values = {
    name: "Shop",
    code: "WEB-2",
    clientId: await newClient(caller),
    color: "#ef4444",
    description: "Second year",
    status: "active",
    visibility: "organization",
    billable: true,
    memberIds: [],
  };
  const made = await caller.post("/v1/projects", first);
  assert.equal(made.status, 201, made.text);
  const { id } = made.json;
  const shown = async () => (await caller.get(`/v1/projects/${id}`)).json;
  assert.deepEqual({ ...(await shown()), ...first }, await shown());
  for (const name of names) {
    const changed = await caller.send("PATCH", `/v1/projects/${id}`, { [name]: second[name] });
    assert.deepEqual(changed.json[name], second[name], name);
    assert.deepEqual((await shown())[name], second[name], name);
  }
  assert.equal((await caller.send("PATCH", `/v1/projects/${id}`, first)).status, 200);

  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const { rawPayload } = await world.app.inject({ url: "/v1/organization/export", headers });
  const { items } = await readFile(rawPayload);
  const held = Object.fromEntries(names.flatMap((name) => (projectFields[name].inFiles ? [[name, first[name]]] : [])));
  const listed = items.find((item) => item.kind === "project");
  assert.deepEqual(listed?.kind === "project" && listed.fields, held);

  const other = await world.newOrganization();
  const { id: importId } = await previewed(other, rawPayload, "", "application/zip");
  await applied(other, importId);
  const [copy] = (await other.get("/v1/projects?status=active,archived")).json.data;
  assert.deepEqual({ ...copy, ...held }, copy);
  assert.equal(copy.status, "archived");
});
