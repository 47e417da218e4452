import assert from "node:assert/strict";
import { test } from "node:test";
import { listOperations, pathOf } from "#test/cases/operations.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

const dirty = "x\u001b[2K\r\nforged\u009b\u202e";

const fields = ["name", "organizationName", "reference", "lateReason"];

/** Replaces the names in a valid body; returns whether there are any. */
function soil(body: Json): boolean {
  let isSoiled = false;
  for (const [name, value] of Object.entries<Json>(body)) {
    if (fields.includes(name) && typeof value === "string") [body[name], isSoiled] = [dirty, true];
    else if (name === "tags" && Array.isArray(value)) [body[name], isSoiled] = [[dirty], true];
    else if (typeof value === "object" && value !== null && soil(value)) isSoiled = true;
  }
  return isSoiled;
}

test("no operation stores control codes, line breaks or changes of direction in a name", async () => {
  const world = await testApp();
  const tried: string[] = [];
  for (const operation of await listOperations(world.app)) {
    if (operation.described.requestBody === undefined) continue;
    const owner = await world.newOrganization();
    const caller = operation.sessionOnly ? await world.newSession(owner) : owner;
    const request = await validRequest(operation, caller);
    const body = structuredClone(request.body);
    if (body === undefined || !soil(body)) continue;
    const { status, text } = await caller.send(operation.method, pathOf(operation, request.ids), body);
    assert.ok(status < 300, `${operation.id}: ${text}`);
    assert.doesNotMatch(text, /\\u001b|\\r|\\n|\u009b|\u202e/i, operation.id);
    if (text.includes("forged")) assert.match(text, /x \[2K forged"/, operation.id);
    tried.push(operation.id);
  }
  for (const id of [
    "createProject",
    "updateClient",
    "createApiKey",
    "createTimeEntry",
    "updateOrganization",
    "updateMe",
  ])
    assert.ok(tried.includes(id), `${id} is among ${tried.join(", ")}`);
});
