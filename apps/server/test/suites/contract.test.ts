import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { statusOf } from "#src/error-codes.ts";
import { listOperations, newCallerOf } from "#test/cases/operations.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { send } from "#test/http/send-operation.ts";
import { validRequest } from "#test/cases/valid-requests.ts";

test("the reply to a create has a correct Location, and equals a read", async () => {
  const world = await testApp();
  const tried: string[] = [];
  for (const operation of await listOperations(world.app)) {
    if (operation.method !== "POST") continue;
    const caller = await newCallerOf(world, operation);
    const made = await send(caller, operation, await validRequest(operation, caller));
    const location = made.headers["location"];
    if (location === undefined) continue;
    assert.match(location, /^\/v1(\/[a-z-]+(\/[a-z]+_[0-9a-z]+)?)+$/, operation.id);
    const read = await caller.get(location);
    assert.equal(read.status, 200, `${operation.id}: ${location}`);
    // Only the reply to the creation contains these fields.
    const {
      secret: _secret,
      apiKey: _key,
      link: _link,
      token: _token,
      address: _address,
      emailSent: _sent,
      ...shown
    } = operation.id === "startTimer" ? made.json.timer : made.json;
    assert.deepEqual(read.json, shown);
    assert.equal(read.headers["etag"], made.headers["etag"], operation.id);
    tried.push(operation.id);
  }
  assert.ok(tried.length >= 6, String(tried));
});

test("every error code is in docs/api/errors.md with its status, and the page names no other", async () => {
  const page = await readFile(new URL("../../../../docs/api/errors.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `(\w+)` +\| (\d{3}) +\| (\S.*?) +\| (\S.*?) +\|$/gm)].map(
    ([, code, status]) => [code, Number(status)],
  );
  assert.deepEqual(Object.fromEntries(documented), statusOf);
  assert.equal(documented.length, Object.keys(statusOf).length);
});
