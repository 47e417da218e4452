import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  explained,
  isMutation,
  listOperations,
  newCallerOf,
  pathOf,
  readDocument,
  readServedDocument,
  takesBody,
} from "#test/cases/operations.ts";
import { newClient, newProject } from "#test/worlds/factories.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";
import { validRequest } from "#test/cases/valid-requests.ts";

const alwaysAnswered = ["401", "403", "405", "408", "422", "429", "431", "500", "503"];

function walk(node: Json, visit: (node: Json, at: string) => void, at = "#"): void {
  if (typeof node !== "object" || node === null) return;
  visit(node, at);
  for (const [key, inner] of Object.entries(node))
    walk(inner, visit, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
}

function resolve(document: Json, pointer: string): Json {
  return pointer
    .slice(2)
    .split("/")
    .reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

test("the document is OpenAPI 3.1, and public", async () => {
  const { app } = await testApp();
  const answer = await app.inject({ method: "GET", url: "/openapi.json" });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers["content-type"], "application/json");
  const document = answer.json();
  assert.match(document.openapi, /^3\.1\.\d$/);
  assert.ok(document.info.title !== "" && document.info.version !== "" && document.info.description.length > 40);
  assert.deepEqual(document.security, [{ apiKey: [] }, { session: [] }]);
  assert.deepEqual(
    [document.components.securitySchemes.apiKey.type, document.components.securitySchemes.apiKey.scheme],
    ["http", "bearer"],
  );
});

test("the served document describes the routes", async () => {
  const { app } = await testApp();
  const served = await readServedDocument(app);
  const made = JSON.parse(JSON.stringify(await app.describeApi()));
  // Use the same version in both, because the test app's version is different.
  made.info.version = served.info.version;
  assert.deepEqual(served, made, "run `npm run generate`");
});

test("no route of /v1 or /auth is missing from the document, and the document contains no other", async () => {
  const { app } = await testApp();
  await app.ready();
  const routes: string[] = [];
  const stack: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = "", part = "", methods = ""] = match;
    const depth = indent.length / 4;
    stack.length = depth;
    stack.push(part);
    const path = stack
      .join("")
      .replaceAll("//", "/")
      .replaceAll(/:(\w+)/g, "{$1}");
    for (const method of methods.split(", "))
      if (/^\/(v1|auth)\//.test(path) && method !== "HEAD") routes.push(`${method} ${path}`);
  }
  const documented = Object.entries<Json>((await readDocument(app)).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.ok(routes.includes("POST /v1/time-entries/{id}/restore"), String(routes));
  assert.deepEqual(documented.toSorted(), routes.toSorted());
});

test("no reference dangles, and none of our marks is left in the document", async () => {
  const document = await readServedDocument((await testApp()).app);
  let references = 0;
  walk(document, (node, at) => {
    if (typeof node.$ref === "string") {
      references++;
      assert.equal(typeof resolve(document, node.$ref), "object", `${at} refers to ${node.$ref}`);
    }
    for (const mark of ["$id", "x-part", "x-optional"]) assert.ok(!Object.hasOwn(node, mark), `${at} has ${mark}`);
  });
  assert.ok(references > 30);
});

test("every schema compiles as JSON Schema 2020-12, and every example fits its schema", async () => {
  const document = await readDocument((await testApp()).app);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false, code: { optimize: false } });
  ajv.addSchema(document, "document");
  let examples = 0;
  const isChecked = new Set<string>();
  const check = (pointer: string, values: unknown[]) => {
    const validate = ajv.compile({ $ref: `document${pointer}` });
    for (const value of values) {
      examples++;
      assert.ok(validate(value), `${pointer}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`);
    }
  };
  walk(document, (node, at) => {
    if (!/\/(?:schema|schemas\/\w+|properties\/\w+|items)$/.test(at) || at.endsWith("/properties/items")) return;
    // Nested schemas without examples are compiled as part of the schema that contains them.
    if (node.examples === undefined && !/\/(?:schema|schemas\/\w+)$/.test(at)) return;
    // Check equal schemas only once. References are absolute, so schemas with the same JSON are equal.
    const text = JSON.stringify(node);
    if (isChecked.has(text)) return;
    isChecked.add(text);
    check(at.split("/").map(encodeURIComponent).join("/").replace("%23", "#"), node.examples ?? []);
  });
  for (const operation of await listOperations((await testApp()).app)) {
    const path = `#/paths/${encodeURIComponent(operation.path.replaceAll("/", "~1"))}/${operation.method.toLowerCase()}`;
    for (const [status, reply] of Object.entries<Json>(operation.described.responses)) {
      const media = reply.content?.["application/json"];
      if (media === undefined) continue;
      // A named schema has its own example.
      const { example = resolve(document, media.schema.$ref)?.examples[0] } = media;
      assert.notEqual(example, undefined, `${operation.id} ${status} has an example`);
      check(`${path}/responses/${status}/content/application~1json/schema`, [example]);
    }
    if (takesBody(operation)) {
      const media = operation.described.requestBody.content["application/json"];
      assert.notEqual(media.example, undefined, `the body of ${operation.id} has an example`);
      check(`${path}/requestBody/content/application~1json/schema`, [media.example]);
    }
  }
  assert.ok(examples > 60, String(examples));
});

/**
 * Fields whose example values cannot work here, because only the caller knows the real ones, or because they point to
 * other machines.
 */
const ownValues = ["address", "code", "confirmName", "currentPassword", "request", "url", "userCode"];

/** Returns the example with existing ids, and with values from `valid` for `ownValues`. */
function fill(example: Json, valid: Json): Json {
  if (typeof example !== "object" || example === null)
    return typeof example === "string" ? realId(example, valid) : example;
  if (Array.isArray(example)) return example.map((item) => fill(item, valid));
  return Object.fromEntries(
    Object.entries<Json>(example).map(([name, value]) => [
      name,
      ownValues.includes(name) ? valid?.[name] : fill(value, valid),
    ]),
  );
}

function realId(text: string, valid: Json): string {
  const prefix = /^([a-z]+_)0199c5d0/.exec(text)?.[1];
  if (prefix === undefined) return text;
  const [found] = new RegExp(`(?<=")${prefix}[0-9a-z]+(?=")`).exec(JSON.stringify(valid)) ?? [];
  assert.ok(found !== undefined, `there is an id in place of ${text}`);
  return found;
}

test("every operation accepts the example of its body, and documents whether it needs one", async () => {
  const world = await testApp();
  for (const operation of (await listOperations(world.app)).filter(takesBody)) {
    await explained(operation.id, async () => {
      const { required, content } = operation.described.requestBody;
      const { example } = content["application/json"];
      const prepare = async () => {
        const caller = await newCallerOf(world, operation);
        const { ids, body: valid } = await validRequest(operation, caller);
        const where = { ...(await newProject(caller)), clientId: await newClient(caller), userId: caller.userId };
        return (body?: Json) =>
          caller.send(operation.method, pathOf(operation, ids), body && fill(body, { ...valid, where }));
      };
      let send = await prepare();
      assert.equal((await send()).status === 400, required, "a request without a body");
      // Only a refusal leaves the prepared objects as they were.
      if (!required) send = await prepare();
      const answer = await send(example);
      assert.ok(answer.status < 300, `${JSON.stringify(example)}: ${answer.text}`);
    });
  }
});

test("every query parameter accepts its examples", async () => {
  const { app, newOrganization, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  for (const operation of (await listOperations(app)).filter(({ method }) => method === "GET")) {
    const caller = operation.sessionOnly ? session : owner;
    const path = pathOf(operation, (await validRequest(operation, caller)).ids);
    for (const { name, in: place, schema, example } of operation.described.parameters ?? []) {
      if (place !== "query") continue;
      const { examples = [], enum: values = [] } = schema.items ?? schema;
      for (const value of [example, schema.default, ...examples, ...values].filter((given) => given !== undefined)) {
        const query = new URLSearchParams([
          ...(name === "interval" ? [["groupBy", "date"]] : []),
          [name, String(value)],
        ]);
        const answer = await caller.get(`${path}?${String(query)}`);
        assert.equal(answer.status, 200, `${operation.id} ${name}=${value}: ${answer.text}`);
      }
    }
  }
});

test("a delivery's headers are in the document", async () => {
  const { webhooks } = await readDocument((await testApp()).app);
  for (const [type, { post }] of Object.entries<Json>(webhooks))
    assert.deepEqual(
      post.parameters.map(({ name }: Json) => name),
      ["webhook-id", "webhook-timestamp", "webhook-signature", "stint-attempt"],
      type,
    );
});

/** Operations that normally create something, but reply 200 to a dry run. */
const previews = new Set(["createBillingBatch"]);

test("every operation documents its purpose, its needs and every error that it can return", async () => {
  const { app } = await testApp();
  const document = await readDocument(app);
  const tags = new Set(document.tags.map((tag: Json) => tag.name));
  const operations = await listOperations(app);
  assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
  for (const operation of operations) {
    const { id, described, method, pathParameters } = operation;
    assert.match(id, /^[a-z][A-Za-z]+$/);
    assert.match(described.summary, /^[A-Z].{3,60}[^.]$/, id);
    assert.equal(described.tags.length, 1, id);
    assert.ok(tags.has(described.tags[0]), `${id}: ${described.tags[0]} is described`);
    const statuses = Object.keys(described.responses);
    // A read that is open to every key never returns 403.
    const isOpen = method === "GET" && operation.scope === undefined;
    const expected = alwaysAnswered.filter((status) => status !== "403" || !isOpen);
    if (takesBody(operation)) expected.push("400", "413", "415");
    if (pathParameters.length > 0) expected.push("404");
    if (method === "POST") expected.push("409");
    for (const status of expected) assert.ok(statuses.includes(status), `${id} documents ${status}`);
    const successes = statuses.filter((status) => status.startsWith("2"));
    assert.equal(successes.length, previews.has(id) ? 2 : 1, `${id} has one success`);
    for (const [status, reply] of Object.entries<Json>(described.responses)) {
      assert.ok(reply.description.length > 1, `${id} ${status} is described`);
      if (Number(status) < 400) continue;
      const { schema } = reply.content["application/problem+json"];
      assert.deepEqual(schema, { $ref: "#/components/schemas/Problem" }, `${id} ${status}`);
    }
    const named = (described.parameters ?? []).filter((parameter: Json) => parameter.in === "path");
    assert.deepEqual(named.map((parameter: Json) => parameter.name).toSorted(), pathParameters.toSorted(), id);
    if (takesBody(operation)) {
      const { required, content } = described.requestBody;
      const { schema } = content["application/json"];
      assert.equal(schema.additionalProperties, false, id);
      if ((schema.required ?? []).length > 0) assert.equal(required, true, id);
    }
    if (isMutation(operation)) assert.ok(!statuses.includes("304"), id);
  }
});

/** Operations under /auth that need a session, or that use one if there is one. */
const sessionOf: Record<string, "always" | "ifAny"> = {
  switchOrganization: "always",
  reauthenticate: "always",
  signOut: "ifAny",
  acceptInvitation: "ifAny",
  startOpenId: "ifAny",
};

const parametersOf: Record<string, string[]> = {
  getSharedReport: ["limit", "cursor", "token"],
  startOpenId: ["proof", "next", "iss", "login_hint", "target_link_uri"],
};

test("operations without a key say so, with their errors and without the headers of /v1", async () => {
  const { paths, tags } = await readDocument((await testApp()).app);
  const operations = Object.entries<Json>(paths).flatMap(([path, item]) =>
    path.startsWith("/auth/") ? Object.values<Json>(item) : [],
  );
  assert.ok(operations.length >= 10);
  for (const { operationId, security, responses, parameters, description } of operations) {
    const session = sessionOf[operationId];
    const expected = session === "always" ? [{ session: [] }] : session === "ifAny" ? [{}, { session: [] }] : [];
    assert.deepEqual(security, expected, operationId);
    assert.ok(
      Object.keys(responses).some((status) => /^2|default/.test(status)),
      operationId,
    );
    // Reading a shared link never returns 403, because the token in its path authorizes it. All other operations under
    // /auth are part of signing in, and may return 403.
    const isLink = operationId === "getSharedReport";
    for (const status of [...(isLink ? [] : ["403"]), "405", "408", "422", "429", "431", "500", "503"])
      assert.ok(responses[status] !== undefined, operationId);
    assert.deepEqual(
      parameters?.map(({ name }: Json) => name),
      parametersOf[operationId],
      operationId,
    );
    assert.doesNotMatch(description ?? "", /Any key|scope/, operationId);
  }
  assert.ok(tags.some(({ name }: Json) => name === "Sign-in"));
});

test("the reference page needs no key, and requests nothing from other hosts", async () => {
  const { app } = await testApp();
  const page = await app.inject({ method: "GET", url: "/docs" });
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, url = ""]) => new URL(url, "http://localhost/docs/"),
  );
  assert.ok(assets.length > 2);
  for (const { host, pathname } of assets) {
    assert.equal(host, "localhost");
    assert.equal((await app.inject({ method: "GET", url: pathname })).statusCode, 200, pathname);
  }
  const script = await app.inject({ method: "GET", url: "/docs/static/show-document.js" });
  assert.match(script.body, /url: "\/openapi\.json"/);
});

test("the reference page has TypeScript code and a curl command for every operation", async () => {
  const { app } = await testApp();
  const { body } = await app.inject({ method: "GET", url: "/docs/static/show-document.js" });
  const samples = JSON.parse(/^const samples = (.*);$/m.exec(body)?.[1] ?? "{}");
  const { paths } = await readDocument(app);
  const ids = Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item).map((each) => each.operationId));
  assert.deepEqual(new Set(Object.keys(samples)), new Set(ids));
  for (const id of ids) {
    assert.match(samples[id].typescript, /stint\.\w+\.\w+\(/, id);
    assert.match(samples[id].curl, /^curl .*"\$STINT_URL\/(v1|auth)\//, id);
  }
});
