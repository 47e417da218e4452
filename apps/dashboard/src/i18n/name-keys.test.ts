import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue as de } from "./de/catalogue.ts";
import { catalogue as en } from "./en/catalogue.ts";
import { nameKeys } from "./name-keys.ts";

test("keys are named as on the language's keyboards", () => {
  assert.equal(nameKeys("Ctrl K, ⌘ K", de.keys), "Strg K, ⌘ K");
  assert.equal(nameKeys("Alt Shift ↑ ↓", de.keys), "Alt Umschalt ↑ ↓");
  assert.equal(nameKeys("Enter, Tab, ← → ↑ ↓", de.keys), "Enter, Tab, ← → ↑ ↓");
  assert.equal(nameKeys("Ctrl K", en.keys), "Ctrl K");
});
