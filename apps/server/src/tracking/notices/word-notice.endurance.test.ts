import assert from "node:assert/strict";
import { test } from "node:test";
import { queryObjects } from "node:v8";
import type { NoticeRow } from "./kinds.ts";
import { wordNotice } from "./word-notice.ts";

const row = {
  kind: "timer_running_long",
  facts: { startedAt: "2026-03-02T08:00:00Z" },
  created_at: "2026-03-02T18:00:00Z",
} as NoticeRow;

/** Returns the zone with the case of its letters chosen by the bits of a number. */
function spelling(zone: string, bits: number): string {
  return Array.from(zone, (letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join("");
}

test("many spellings of a time zone leave few formats in memory", () => {
  for (let bits = 0; bits < 300; bits++) {
    const timeZone = spelling("europe/berlin", bits);
    const { text } = wordNotice(row, { language: "en", timeZone, clock: "24", durations: "clock" }, new Date());
    assert.match(text, /since Monday,? 2 March at 0?9:00/);
  }
  assert.ok(queryObjects(Intl.DateTimeFormat, { format: "count" }) < 200);
});
