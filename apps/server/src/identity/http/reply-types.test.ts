import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { sendJson, sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { Page } from "#platform/http/contract/schemas.ts";
import type { Mutate } from "./mutation.ts";
import type { Handlers, Operations } from "./operations.ts";

const Thing = Type.Object({ id: Type.String() });
const thing = { id: "thing_1" };
const NoContent = Type.Null();

/** Compiled by `npm run check` but never run. The marked lines must fail to compile; all others must compile. */
export const routes: FastifyPluginAsyncTypebox<{ mutate: Mutate }> = async (app, { mutate }) => {
  const thingSchema = { response: { 200: Thing, ...problems(404) } };
  app.get("/json", { schema: thingSchema }, async (_request, reply) => {
    sendJson(reply, 200, thing);
    // @ts-expect-error -- a field is missing
    sendJson(reply, 200, {});
    // @ts-expect-error -- a field has another type
    sendJson(reply, 200, { id: 1 });
    // @ts-expect-error -- a field is not declared
    sendJson(reply, 200, { id: "thing_1", name: "Thing" });
    // @ts-expect-error -- the body of another status
    sendJson(reply, 404, thing);
    // @ts-expect-error -- the status is not declared
    sendJson(reply, 201, thing);
  });

  app.get("/resource", { schema: thingSchema }, async (request, reply) => {
    sendResource(request, reply, '"1"', thing);
    // @ts-expect-error -- a field has another type
    sendResource(request, reply, '"1"', { id: 1 });
  });

  app.get("/page", { schema: { response: { 200: Page(Thing) } } }, async (request, reply) => {
    sendPage(request, reply, { data: [thing], nextCursor: null });
    // @ts-expect-error -- an item has another type
    sendPage(request, reply, { data: [{ id: 1 }], nextCursor: null });
    // @ts-expect-error -- the page lacks its cursor
    sendPage(request, reply, { data: [thing] });
  });

  const counted = Page(Thing, { count: Type.Integer() });
  app.get("/counted", { schema: { response: { 200: counted } } }, async (request, reply) => {
    sendPage(request, reply, { data: [thing], nextCursor: null, count: 1 });
    // @ts-expect-error -- the page's other fields are missing
    sendPage(request, reply, { data: [thing], nextCursor: null });
  });

  app.post("/mutation", { schema: { response: { 201: Thing } } }, async (request, reply) => {
    await mutate(request, reply, async () => ({ status: 201, body: thing }));
    // @ts-expect-error -- a field has another type
    await mutate(request, reply, async () => ({ status: 201, body: { id: 1 } }));
    // @ts-expect-error -- there is no body
    await mutate(request, reply, async () => ({ status: 201 }));
    // @ts-expect-error -- the status is not declared
    await mutate(request, reply, async () => ({ status: 200, body: thing }));
    // @ts-expect-error -- the status is not declared
    await mutate(request, reply, async () => ({ status: 204 }));
  });

  app.delete("/nothing", { schema: { response: { 204: NoContent } } }, async (request, reply) => {
    await mutate(request, reply, async () => ({ status: 204 }));
    // @ts-expect-error -- a body is not declared
    await mutate(request, reply, async () => ({ status: 204, body: thing }));
  });
};

const operations = {
  getThing: { at: "GET /things/:id", access: "anyone", summary: "Get", reply: Thing, others: [404] },
  createThing: { at: "POST /things", access: "anyone", summary: "Create", reply: Thing, status: 201, others: [] },
  sendThing: { at: "GET /sent", access: "anyone", summary: "Send", reply: Thing, others: [] },
  forgetThing: { at: "DELETE /things/:id", access: "anyone", summary: "Forget", reply: "Forgotten.", others: [] },
} as const satisfies Operations;

/** Every handler has a fault, which is on the line after its mark. */
export const faults: Handlers<typeof operations> = {
  // @ts-expect-error -- a field has another type
  getThing: async () => ({ body: { id: 1 } }),
  // @ts-expect-error -- a field is missing
  createThing: async (_tx, _request) => ({ body: {} }),
  // @ts-expect-error -- the status is not declared
  sendThing: async (_request, reply) => sendJson(reply, 201, thing),
  // @ts-expect-error -- a body is not declared
  forgetThing: async () => ({ body: thing }),
};
