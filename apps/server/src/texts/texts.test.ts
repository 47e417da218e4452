import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { languages } from "./texts.ts";

test("every language has a file here and a folder in the dashboard", () => {
  const folder = new URL("../../../dashboard/src/i18n/", import.meta.url);
  const folders = readdirSync(folder).filter((name) => name.length === 2);
  const files = readdirSync(import.meta.dirname).flatMap((name) => /^(\w\w)\.ts$/.exec(name)?.[1] ?? []);
  assert.deepEqual([folders.toSorted(), files.toSorted()], [languages.toSorted(), languages.toSorted()]);
});
