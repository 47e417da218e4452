import assert from "node:assert/strict";
import { test } from "node:test";
import { initialsOf } from "./initials.ts";

test("initials are those of the first and the last name, in capitals", () => {
  const names = [
    "Priya Raman",
    "élodie de la tour",
    "Anna-Lena Groß",
    "kim@example.com",
    "jo.fox@example.com",
    "王小明",
  ];
  assert.deepEqual(names.map(initialsOf), ["PR", "ÉT", "AG", "K", "JF", "王"]);
  assert.equal(initialsOf("  "), "");
  assert.equal(initialsOf("𝒜da 𝓁ove"), "𝒜𝓁");
});
