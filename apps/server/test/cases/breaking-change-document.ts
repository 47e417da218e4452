import type { Json } from "#test/worlds/test-app.ts";

/** Returns the released document for the tests of the rules. Each case changes a copy of it. */
export const released = (): Json => ({
  security: [{ apiKey: [] }, { session: [] }],
  paths: {
    "/v1/things": {
      get: {
        operationId: "listThings",
        parameters: [
          { in: "query", name: "limit", required: false, schema: { type: "integer", maximum: 200, default: 50 } },
          { in: "query", name: "sort", required: false, schema: { enum: ["name", "age"] } },
        ],
        responses: { 200: reply({ type: "array", items: { $ref: "#/components/schemas/Thing" } }), 403: {} },
      },
      post: {
        operationId: "createThing",
        "x-access": { scope: "things:write", alsoNeeds: ["money:read"] },
        requestBody: {
          required: false,
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewThing" } }, "text/csv": {} },
        },
        responses: { 201: { ...reply({ $ref: "#/components/schemas/Thing" }), headers: { Location: {} } } },
      },
    },
  },
  webhooks: {
    "thing.created": {
      post: {
        operationId: "onThingCreated",
        parameters: [{ in: "header", name: "webhook-id", required: true }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } } },
        responses: { "2XX": {} },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        description: "A thing.",
        required: ["id", "parent"],
        properties: {
          id: { type: "string", pattern: "^thing_", maxLength: 40 },
          state: { enum: ["new", "old"] },
          scopes: { type: "array", items: { enum: ["read"] } },
          labels: { type: "object", additionalProperties: { type: "string" } },
          size: { anyOf: [{ type: "integer" }, { type: "null" }] },
          parent: { $ref: "#/components/schemas/Thing" },
        },
      },
      NewThing: {
        type: "object",
        required: ["name"],
        additionalProperties: false,
        properties: {
          name: { type: "string", minLength: 1, maxLength: 200 },
          note: { type: ["string", "null"] },
          size: { anyOf: [{ type: "integer" }, { type: "null" }] },
          labels: { type: "object", additionalProperties: { type: "string" } },
          since: { type: "string", format: "date" },
        },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        allOf: [{ if: { properties: { name: { const: "a" } } }, then: { required: ["note"] } }],
      },
      Event: { type: "object", required: ["type"], properties: { type: { const: "thing.created" } } },
    },
  },
});

function reply(schema: Json): Json {
  return { content: { "application/json": { schema }, "text/csv": {} } };
}

export interface Parts {
  document: Json;
  list: Json;
  create: Json;
  thing: Json;
  newThing: Json;
  event: Json;
}

export function partsOf(document: Json): Parts {
  const { get: list, post: create } = document.paths["/v1/things"];
  const { Thing: thing, NewThing: newThing, Event: event } = document.components.schemas;
  return { document, list, create, thing, newThing, event };
}
