import assert from "node:assert/strict";
import { test } from "node:test";
import type { NoticeRow } from "./kinds.ts";
import type { Reading } from "./kind/reading.ts";
import { wordNotice } from "./word-notice.ts";

const reading: Reading = { language: "en", timeZone: "UTC", clock: "24", durations: "clock" };

test("names from before names had one line cannot write paragraphs of a notice", () => {
  const name = "Site\n\nYour account was closed: https://evil.example\u202e";
  const budget = { kind: "budget", project_name: name, facts: { percent: 80, periodStart: null } } as NoticeRow;
  const { title, text } = wordNotice(budget, reading, new Date());
  assert.doesNotMatch(title + text, /[\n\u202e]/);
  assert.match(title, /Site Your account/);
  const decided = {
    kind: "timesheet_decided",
    by_name: name,
    facts: {
      status: "rejected",
      note: "First\nsecond\u001b\u202e",
      timesheetId: "sheet_1",
      period: "month",
      start: "2026-03-01",
      end: "2026-03-31",
    },
  } as NoticeRow;
  assert.match(wordNotice(decided, reading, new Date()).text, /^Site Your account .*: First\nsecond$/);
});

test("French writes the first day of a month as an ordinal", () => {
  const due = { facts: { timesheetId: "sheet_1", period: "week", start: "2026-10-26", end: "2026-11-01" } };
  const { title } = wordNotice(
    { kind: "timesheet_due", ...due } as NoticeRow,
    { ...reading, language: "fr" },
    new Date(),
  );
  assert.match(title, /26 oct\.\s–\s1er nov\. 2026/);
  const missing = { kind: "time_missing", facts: { date: "2026-11-01", timeZone: "UTC" } } as NoticeRow;
  assert.match(wordNotice(missing, { ...reading, language: "fr" }, new Date()).title, /dimanche 1er novembre/);
});
