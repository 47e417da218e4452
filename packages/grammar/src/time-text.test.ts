import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration } from "./time-text.ts";

test("a thousand hours and more have the separators of the language, if there is one", () => {
  const seconds = 1563 * 3600 + 6 * 60 + 59;
  assert.equal(formatDuration(seconds, "clock"), "1563:06");
  assert.equal(formatDuration(seconds, "clock", "en-US"), "1,563:06");
  assert.equal(formatDuration(-seconds, "clock", "de"), "−1.563:06");
  assert.equal(formatDuration(seconds, "clock", "fr"), "1\u202f563:06");
  assert.equal(formatDuration(999 * 3600, "clock", "en-US"), "999:00");
  assert.equal(formatDuration(seconds, "decimal", "en-US"), "1,563.12");
});
