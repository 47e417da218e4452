import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { byId } from "#identity/by-id.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { createHttpApp } from "#platform/http/server/create-http-app.ts";
import { statusOf } from "#src/error-codes.ts";
import { addOperations, type Operations } from "./operations.ts";

const Thing = Type.Object({ id: Type.String() });
const operations = {
  getThing: { at: "GET /things/:id", summary: "Get a thing", query: Type.Object({}), reply: Thing, others: [404] },
  sendThing: { at: "GET /sent", summary: "Send a thing", reply: Thing, others: [] },
  forgetThings: { at: "DELETE /things", summary: "Forget all", reply: "Forgotten.", others: [] },
} as const satisfies Operations;

test("a request's object is looked up once, and a reply that the handler has sent is not sent again", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const app = createHttpApp({ statusOf, logger, timeouts: undefined });
  let lookups = 0;
  const find = byId(async ({ params }) => {
    lookups += 1;
    return params.id === "gone" ? undefined : { id: params.id };
  }, "thing");
  addOperations(
    app,
    operations,
    { tag: "Things", find },
    {
      getThing: async (request) => ({ body: await find(request as never) }),
      sendThing: async (_request, reply) => sendJson(reply, 200, { id: "one" }),
      forgetThings: async () => undefined,
    },
  );
  const ask = async (method: "GET" | "DELETE", url: string) => {
    const { statusCode, body } = await app.inject({ method, url });
    return [statusCode, body, lookups];
  };
  assert.deepEqual(await ask("GET", "/things/one?x=1"), [200, '{"id":"one"}', 1]);
  assert.deepEqual(await ask("GET", "/things/one"), [200, '{"id":"one"}', 2]);
  assert.equal((await ask("GET", "/things/gone?x=1"))[0], 404);
  assert.deepEqual(await ask("GET", "/sent"), [200, '{"id":"one"}', 3]);
  assert.deepEqual(await ask("DELETE", "/things"), [204, "", 3]);
  assert.deepEqual(lines, []);
});
