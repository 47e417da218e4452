import assert from "node:assert/strict";
import { test } from "node:test";
import { newClient, newProject } from "@stint/server/test/worlds/factories.ts";
import { explained, listOperations, newCallerOf, type Operation } from "@stint/server/test/cases/operations.ts";
import { validRequest } from "@stint/server/test/cases/valid-requests.ts";
import { ApiError } from "#src/index.ts";
import { examples } from "./examples.ts";
import { serve } from "./serve.ts";

const exampleId = /[a-z]+_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f(?:[wm]\d{8})?/;
/**
 * Fields whose example values cannot work here, because only the caller knows the real ones, or because they point to
 * other machines.
 */
const ownValues = ["address", "code", "confirmName", "currentPassword", "request", "url", "userCode"];

/** Returns a `fetch` that replaces the examples' ids with existing ones. */
function withRealIds(ids: string[], known: object, valid: Record<string, unknown> = {}) {
  const waiting = [...ids];
  const real = (text: string) => {
    const prefix = text.split("_", 1)[0];
    const [found] = new RegExp(`(?<=")${prefix}_[0-9a-z]+(?=")`).exec(JSON.stringify(known)) ?? [];
    assert.ok(found !== undefined, `there is an id in place of ${text}`);
    return found;
  };
  return (address: string, init: RequestInit) => {
    const url = new URL(address);
    url.pathname = url.pathname
      .split("/")
      .map((part) => (exampleId.test(part) ? (waiting.shift() ?? part) : part))
      .join("/");
    if (typeof init.body !== "string") return fetch(url, init);
    const own = Object.entries(JSON.parse(init.body) as object).map(([name, value]): [string, unknown] =>
      ownValues.includes(name) ? [name, valid[name]] : [name, value],
    );
    const body = JSON.stringify(Object.fromEntries(own)).replaceAll(new RegExp(exampleId, "g"), real);
    return fetch(url, { ...init, body });
  };
}

test("the example of every operation of /v1 works", async (t) => {
  t.mock.method(console, "log", () => undefined);
  const { world, stintOf } = await serve();
  const run = async (operation: Operation) => {
    const caller = await newCallerOf(world, operation);
    const example = String(examples[operation.id]);
    const place = {
      userId: caller.userId,
      ...(/(proj|task)_/.test(example) ? await newProject(caller) : {}),
      ...(example.includes("client_") ? { clientId: await newClient(caller) } : {}),
    };
    const { ids, body } = await validRequest(operation, caller);
    const known = { body, ...place };
    const inPath = operation.pathParameters.map((name) => String(ids[name]));
    await examples[operation.id]?.(stintOf({ fetch: withRealIds(inPath, known, body) }, caller));
  };
  const operations = await listOperations(world.app);
  for (const operation of operations) await explained(operation.id, () => run(operation));
  // No example is missing except that of the stream, which never ends; events.test.ts covers it.
  const left = operations.flatMap(({ id }) => (examples[id] === undefined ? id : []));
  assert.deepEqual(left, ["streamEvents"]);
});

test("the examples of signing in reach their operations", async () => {
  const { world, stintOf } = await serve();
  const signedOut = stintOf({ apiKey: "stint_none", headers: { "sec-fetch-site": "same-origin" } });
  const ofV1 = (await listOperations(world.app)).map(({ id }) => id);
  const ofAuth = Object.entries(examples).filter(([id]) => !ofV1.includes(id));
  assert.ok(ofAuth.length > 10);
  for (const [id, run] of ofAuth) {
    const outcome = await run(signedOut).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) continue;
    assert.ok(outcome instanceof ApiError, `${id}: ${outcome.message}`);
    // These codes come from the operation itself, so the request in the example was valid.
    assert.match(
      String(outcome.code),
      /^(invalid_link|invalid_credentials|not_signed_in|insecure_origin|not_found|expired_token)$/,
      id,
    );
  }
});
