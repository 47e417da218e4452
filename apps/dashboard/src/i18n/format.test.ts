import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormat } from "./format.ts";

test("the day of a column begins with its weekday in every language", () => {
  const shown = ["en-US", "en-GB", "de", "fr"].map((locale) =>
    createFormat({ locale, zone: "UTC", hour12: false, durations: "clock" }, Date.now()).shortDay("2026-11-30"),
  );
  assert.deepEqual(shown, ["Mon 30", "Mon 30", "Mo 30.", "lun. 30"]);
});
