import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { readDocument, readServedDocument } from "#test/cases/operations.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

test("every field and parameter of the document is described", async () => {
  const { app } = await testApp();
  const { paths, components, webhooks } = await readDocument(app);
  const undescribed: string[] = [];
  const walk = (node: Json, place: string) => {
    if (typeof node !== "object" || node === null) return;
    // A `$ref` needs no description, because its target has one.
    for (const [name, field] of Object.entries<Json>(typeof node.properties === "object" ? node.properties : {}))
      if (field.$ref === undefined && !field.description) undescribed.push(`${place}/${name}`);
    if (Array.isArray(node.parameters))
      for (const { name, description } of node.parameters) if (!description) undescribed.push(`${place}?${name}`);
    // Rules repeat the names of fields that are described where they are declared.
    for (const [key, inner] of Object.entries<Json>(node))
      if (!/^(examples?|allOf|dependentSchemas)$/.test(key)) walk(inner, `${place}/${key}`);
  };
  walk(components.schemas, "");
  walk(paths, "");
  walk(webhooks, "");
  assert.deepEqual(undescribed, []);
});

test("no header, parameter or error is in the document twice, and the document stays small", async () => {
  const { app } = await testApp();
  const document = await readServedDocument(app);
  const { paths, webhooks, components } = document;
  const operations = [paths, webhooks].flatMap(Object.values<Json>).flatMap(Object.values<Json>);
  const errorsOf = ({ responses }: Json) =>
    Object.entries<Json>(responses).flatMap(([status, reply]) => (status.startsWith("2") ? [] : reply));
  const places = {
    headers: [
      ...operations.flatMap(({ responses }) => Object.values<Json>(responses)),
      ...Object.values<Json>(components.responses),
    ].flatMap(({ headers = {} }) => Object.values<Json>(headers)),
    parameters: operations.flatMap(({ parameters = [] }) => parameters),
    responses: operations.flatMap(errorsOf),
  };
  for (const [kind, used] of Object.entries(places)) {
    const written = [...Object.values<Json>(components[kind]), ...used.filter(({ $ref }: Json) => $ref === undefined)];
    assert.ok(used.length > written.length, kind);
    assert.equal(new Set(written.map((each) => JSON.stringify(each))).size, written.length, kind);
  }
  const { body } = await app.inject({ method: "GET", url: "/openapi.json" });
  assert.ok(Buffer.byteLength(body) <= 700_000, `${Buffer.byteLength(body)} bytes`);
  for (const [coding, unpack, most] of [
    ["br", brotliDecompressSync, 65_000],
    ["gzip", gunzipSync, 80_000],
  ] as const) {
    const coded = await app.inject({ method: "GET", url: "/openapi.json", headers: { "accept-encoding": coding } });
    assert.deepEqual([coded.headers["content-encoding"], coded.headers.vary], [coding, "accept-encoding"]);
    assert.ok(coded.rawPayload.length < most, `${coded.rawPayload.length} bytes`);
    assert.equal(unpack(coded.rawPayload).toString(), body);
  }
});

test("`?examples=false` leaves out the examples, and nothing else", async () => {
  const { app } = await testApp();
  const { payload } = await app.inject({ method: "GET", url: "/openapi.json?examples=false" });
  const whole = await readServedDocument(app);
  const bare = JSON.parse(payload);
  assert.ok(payload.length < 0.85 * JSON.stringify(whole).length, `${payload.length} bytes`);
  // A field named `example` stays.
  const eventTypes = (document: Json) =>
    document.paths["/v1/event-types"].get.responses["200"].content["application/json"].schema.properties.data.items;
  assert.ok("example" in eventTypes(bare).properties);
  const left = (node: Json, place: string, isFields = false): string[] =>
    typeof node !== "object" || node === null
      ? []
      : Object.entries<Json>(node).flatMap(([key, inner]) =>
          !isFields && /^examples?$/.test(key)
            ? `${place}/${key}`
            : left(inner, `${place}/${key}`, key === "properties"),
        );
  assert.deepEqual(left(bare, ""), []);
  assert.deepEqual(Object.keys(bare.paths), Object.keys(whole.paths));
  assert.deepEqual(Object.keys(bare.components.schemas), Object.keys(whole.components.schemas));
});
