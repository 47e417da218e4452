import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { projectColors } from "@stint/grammar/project-colors.ts";
import { positionOf } from "./project-color.ts";

test("the light theme has the colours that the API stores, each at its position", () => {
  const tokens = readFileSync(new URL("theme/tokens.css", import.meta.url), "utf8");
  assert.deepEqual(
    projectColors.map((color) => `--p${positionOf(color)}: light-dark(${color},`),
    tokens.match(/--p\d+: light-dark\(#\w+,/g),
  );
});

test("an earlier colour is shown as the one that replaced it, and any other has no position", () => {
  assert.deepEqual(["#058eaf", "#077e6c", "#123456"].map(positionOf), [4, 21, undefined]);
});
