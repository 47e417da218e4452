import assert from "node:assert/strict";
import { test } from "node:test";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { projectColors } from "@stint/grammar/project-colors.ts";

const [first, second, third, fourth, , sixth] = projectColors;

async function newColored(caller: Caller, fields: object = {}): Promise<{ id: string; color: string | null }> {
  const made = await caller.post("/v1/projects", { name: "Website", ...fields });
  assert.equal(made.status, 201, made.text);
  return made.json;
}

test("a new project gets the least used colour, unless the caller names one or null", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const colorOf = async (fields: object): Promise<string | null> => (await newColored(caller, fields)).color;

  assert.equal(await colorOf({}), first);
  assert.equal(await colorOf({ color: second.toUpperCase() }), second.toUpperCase());
  assert.equal(await colorOf({ color: null }), null);
  assert.equal(await colorOf({ color: "#123456" }), "#123456");
  assert.equal(await colorOf({}), third);
  // The dashboard shows the fifth instead of this old colour.
  assert.equal(await colorOf({ color: "#058eaf" }), "#058eaf");
  assert.equal(await colorOf({}), fourth);
  assert.equal(await colorOf({}), sixth);
});

test("colours are used again once all are in use, and those of archived projects are free", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const made = [];
  for (const color of projectColors) made.push(await newColored(caller, { color }));
  assert.equal((await newColored(caller)).color, first);
  await caller.patch(`/v1/projects/${made[4]?.id}`, { status: "archived" });
  assert.equal((await newColored(caller)).color, projectColors[4]);
  assert.equal((await newColored(caller)).color, second);
});

test("an organization does not take another's colours into account", async () => {
  const { newOrganization } = await testApp();
  const [one, other] = [await newOrganization(), await newOrganization()];
  await newColored(one);
  assert.equal((await newColored(other)).color, first);
});
