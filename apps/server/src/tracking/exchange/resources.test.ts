import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "#identity/history/resource.ts";
import { resources } from "./resources.ts";

const all: readonly Resource[] = resources;

test("kinds, prefixes of ids, tables and actions are each declared once", () => {
  for (const names of [
    all.map(({ kind }) => kind),
    all.flatMap(({ prefix }) => prefix ?? []),
    all.flatMap(({ tables }) => tables ?? []),
    all.flatMap(({ actions }) => actions.map(({ name }) => name)),
  ])
    assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
});

test("the name of an action begins with its kind, and a file is that of a table of its resource", () => {
  for (const { kind, tables = [], actions, files = [] } of all) {
    for (const { name } of actions) assert.match(name, new RegExp(`^${kind}\\.[a-z_]+$`));
    for (const { table } of files) assert.ok(tables.includes(table), table);
  }
});
