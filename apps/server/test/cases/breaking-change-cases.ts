import type { Parts } from "./breaking-change-document.ts";

export type Change = (parts: Parts) => unknown;

/** Changes that break the rules of docs/api/versioning.md, each with the expected finding. */
export const breaking: Record<string, [Change, string][]> = {
  "a path or operation is removed": [
    [({ document }) => delete document.paths["/v1/things"].post, "POST /v1/things: the operation was removed"],
  ],
  "an operationId changes (generated clients name functions after it)": [
    [({ list }) => (list.operationId = "things"), "GET /v1/things: operationId listThings became things"],
  ],
  "a parameter is removed": [[({ list }) => list.parameters.pop(), "GET /v1/things: query parameter sort was removed"]],
  "a parameter becomes required": [
    [({ list }) => (list.parameters[0].required = true), "GET /v1/things: query parameter limit is now required"],
    [
      ({ list }) => list.parameters.push({ in: "query", name: "from", required: true, schema: {} }),
      "GET /v1/things: query parameter from is now required",
    ],
  ],
  "a request body becomes required": [
    [({ create }) => (create.requestBody.required = true), "POST /v1/things: the request body is now required"],
  ],
  "a request's media type is no longer accepted": [
    [
      ({ create }) => delete create.requestBody.content["text/csv"],
      "POST /v1/things: request bodies as text/csv are no longer accepted",
    ],
    [
      ({ create }) => delete create.requestBody,
      "POST /v1/things: request bodies as application/json are no longer accepted\nPOST /v1/things: request bodies as text/csv are no longer accepted",
    ],
  ],
  "a request field is removed": [
    [({ newThing }) => delete newThing.properties.note, "POST /v1/things: request/note: the field was removed"],
  ],
  "a request field becomes required": [
    [({ newThing }) => newThing.required.push("note"), "POST /v1/things: request/note: the field is now required"],
    [
      ({ newThing }) => {
        newThing.properties.kind = { type: "string" };
        newThing.required.push("kind");
      },
      "POST /v1/things: request/kind: the field is now required",
    ],
  ],
  "a request accepts fewer values": [
    [
      ({ list }) => list.parameters[1].schema.enum.pop(),
      "GET /v1/things: query parameter sort: age is no longer accepted",
    ],
    [
      ({ newThing }) => (newThing.properties.name.enum = ["one"]),
      "POST /v1/things: request/name: only some values are now allowed",
    ],
  ],
  "a type changes": [
    [
      ({ newThing }) => (newThing.properties.note.type = "string"),
      "POST /v1/things: request/note: type string, null became string",
    ],
    [
      ({ list }) => (list.parameters[0].schema.type = "string"),
      "GET /v1/things: query parameter limit: type integer became string",
    ],
    [
      ({ thing }) => (thing.properties.labels.additionalProperties.type = "integer"),
      "GET /v1/things: response 200[]/labels/*: type string became integer",
    ],
  ],
  "the limit on a request field is lowered": [
    [
      ({ list }) => (list.parameters[0].schema.maximum = 100),
      "GET /v1/things: query parameter limit: maximum is now 100",
    ],
    [({ newThing }) => (newThing.properties.name.minLength = 3), "POST /v1/things: request/name: minLength is now 3"],
    [
      ({ newThing }) => (newThing.properties.labels.maxProperties = 9),
      "POST /v1/things: request/labels: maxProperties is now 9",
    ],
  ],
  "a request field's format or pattern is added or changed": [
    [
      ({ newThing }) => (newThing.properties.name.pattern = "x"),
      'POST /v1/things: request/name: pattern undefined became "x"',
    ],
  ],
  "a request field is needed or limited depending on another field": [
    [
      ({ newThing }) => newThing.allOf[0].then.required.push("size"),
      'POST /v1/things: request: a new rule, if {"name":{"const":"a"}}, needs size',
    ],
    [
      ({ newThing }) => (newThing.dependentSchemas = { note: { properties: { size: false } } }),
      "POST /v1/things: request: a new rule, if note, false for size",
    ],
  ],
  "the default value of a request field changes": [
    [
      ({ list }) => (list.parameters[0].schema.default = 20),
      "GET /v1/things: query parameter limit: default 50 became 20",
    ],
  ],
  "a request no longer accepts fields without a fixed name": [
    [
      ({ newThing }) => (newThing.properties.labels.additionalProperties = false),
      "POST /v1/things: request/labels: other fields are no longer accepted",
    ],
  ],
  "a request loses a variant": [
    [
      ({ newThing }) => newThing.properties.size.anyOf.pop(),
      'POST /v1/things: request/size: the variant {"type":"null"} is no longer accepted',
    ],
  ],
  "a way to authenticate is removed": [
    [({ list }) => (list.security = [{ session: [] }]), "GET /v1/things: calls by apiKey are no longer accepted"],
  ],
  "an operation needs more rights: a scope, a session, an owner": [
    [({ create }) => (create["x-access"].scope = "all"), "POST /v1/things: the scope all is now needed"],
    [({ create }) => create["x-access"].alsoNeeds.push("all"), "POST /v1/things: the scope all is now needed"],
    [({ create }) => (create["x-access"].ownerOnly = true), "POST /v1/things: it is now ownerOnly"],
    [({ create }) => (create["x-access"].sessionOnly = true), "POST /v1/things: it is now sessionOnly"],
    [({ create }) => (create["x-access"].reauthenticated = true), "POST /v1/things: it is now reauthenticated"],
  ],
  "a status is removed": [[({ list }) => delete list.responses["403"], "GET /v1/things: status 403 was removed"]],
  "a status that isn't an error is added": [
    [({ create }) => (create.responses["202"] = {}), "POST /v1/things: status 202 is new, and no error"],
  ],
  "a response header is removed": [
    [
      ({ create }) => delete create.responses["201"].headers.Location,
      "POST /v1/things: response 201: header Location was removed",
    ],
  ],
  "a response's media type is removed": [
    [
      ({ list }) => delete list.responses["200"].content["text/csv"],
      "GET /v1/things: response 200: text/csv was removed",
    ],
  ],
  "a response field is removed": [
    [({ thing }) => delete thing.properties.state, "GET /v1/things: response 200[]/state: the field was removed"],
  ],
  "a response field is no longer always present": [
    [
      ({ thing }) => thing.required.pop(),
      "GET /v1/things: response 200[]/parent: the field is no longer always present",
    ],
  ],
  "a response field may become null": [
    [
      ({ thing }) => (thing.properties.id.type = ["string", "null"]),
      "GET /v1/things: response 200[]/id: type string became string, null",
    ],
  ],
  "a response has new values in a closed list": [
    [
      ({ thing }) => thing.properties.state.enum.push("worn"),
      "GET /v1/things: response 200[]/state: worn is a new value",
    ],
    [
      ({ thing }) => delete thing.properties.state.enum,
      "GET /v1/things: response 200[]/state: any value is now possible",
    ],
  ],
  "a response field's format or pattern is removed or changed": [
    [
      ({ thing }) => delete thing.properties.id.pattern,
      'GET /v1/things: response 200[]/id: pattern "^thing_" became undefined',
    ],
  ],
  "a response gets a variant": [
    [
      ({ thing }) => thing.properties.size.anyOf.push({ type: "string" }),
      'GET /v1/things: response 200[]/size: the variant {"type":"string"} is new',
    ],
  ],
  "a response no longer has fields without a fixed name": [
    [
      ({ thing }) => (thing.properties.labels.additionalProperties = false),
      "GET /v1/things: response 200[]/labels: other fields are no longer there",
    ],
  ],
  "an event type is removed": [
    [({ document }) => delete document.webhooks["thing.created"], "event POST thing.created: the event was removed"],
  ],
  "an event's field is removed": [
    [({ event }) => delete event.properties.type, "event POST thing.created: body/type: the field was removed"],
  ],
  "an event's header is removed": [
    [
      ({ document }) => (document.webhooks["thing.created"].post.parameters = []),
      "event POST thing.created: header parameter webhook-id was removed",
    ],
  ],
};

export const adding: Record<string, Change[]> = {
  "a path or operation is added": [
    ({ document, list }) => (document.paths["/v1/others"] = { get: list }),
    ({ document, list }) => (document.paths["/v1/things"].put = list),
  ],
  "an optional parameter is added": [
    ({ list }) => list.parameters.push({ in: "query", name: "from", required: false, schema: { type: "string" } }),
  ],
  "an optional request field is added": [({ newThing }) => (newThing.properties.kind = { type: "string" })],
  "a request field becomes optional": [({ newThing }) => (newThing.required = [])],
  "a request accepts more values": [
    ({ list }) => list.parameters[1].schema.enum.push("size"),
    ({ list }) => delete list.parameters[1].schema.enum,
    ({ list }) => (list.parameters[0].schema.type = "number"),
    ({ newThing }) => newThing.properties.size.anyOf.push({ type: "string" }),
  ],
  "a pattern describes the format of a field": [({ newThing }) => (newThing.properties.since.pattern = "^2")],
  "the limit on a request field is raised": [({ list }) => (list.parameters[0].schema.maximum = 500)],
  "a response field is added": [
    ({ thing }) => (thing.properties.age = { type: "integer" }),
    ({ event }) => (event.properties.age = { type: "integer" }),
  ],
  "a response field is now always present": [({ thing }) => thing.required.push("state")],
  "a response has fewer values": [({ thing }) => thing.properties.state.enum.pop()],
  "a response has new values in an open list": [({ thing }) => thing.properties.scopes.items.enum.push("write")],
  "a limit on a value in responses changes, because the limit on the same value in requests was raised": [
    ({ thing }) => (thing.properties.id.maxLength = 80),
  ],
  "an operation needs fewer rights": [
    ({ create }) => delete create["x-access"].alsoNeeds,
    ({ create }) => (create["x-access"].scope = null),
  ],
  "an error status is added": [({ list }) => (list.responses["409"] = {})],
  "a response header is added": [({ create }) => (create.responses["201"].headers.ETag = {})],
  "an event type is added": [
    ({ document }) => (document.webhooks["thing.deleted"] = document.webhooks["thing.created"]),
  ],
  "a text changes: descriptions, examples, summaries": [({ thing }) => (thing.description = "Any thing.")],
};
