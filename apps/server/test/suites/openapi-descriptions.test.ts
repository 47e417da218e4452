import assert from "node:assert/strict";
import { test } from "node:test";
import { readDocument } from "#test/cases/operations.ts";
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
    for (const [key, inner] of Object.entries<Json>(node)) if (!/^examples?$/.test(key)) walk(inner, `${place}/${key}`);
  };
  walk(components.schemas, "");
  walk(paths, "");
  walk(webhooks, "");
  assert.deepEqual(undescribed, []);
});
