import assert from "node:assert/strict";
import { test } from "node:test";
import type { Notice } from "@stint/sdk";
import { ageOf, groupNotices, type NoticeGroup, topicOf } from "./group-notices.ts";

const notice = (kind: Notice["kind"], title: string, path: string, createdAt = "2026-03-04T09:00:00Z"): Notice => ({
  id: `notice_${title}`,
  kind,
  title,
  text: "",
  action: "",
  path,
  timerStartedAt: null,
  readAt: null,
  createdAt,
});

test("notices are grouped by project, timesheet, period of submissions or kind, newest first", () => {
  const groups = groupNotices([
    notice("budget", "Shop is over budget", "/projects/proj_1"),
    notice("timesheet_submitted", "Jo", "/timesheets/sheet_1m20260201"),
    notice("budget", "App is over budget", "/projects/proj_2"),
    notice("timesheet_submitted", "Kim", "/timesheets/sheet_2m20260201"),
    notice("timesheet_submitted", "Jo in January", "/timesheets/sheet_1m20260101"),
    notice("budget", "Shop has used 80%", "/projects/proj_1"),
    notice("timesheet_decided", "Approved", "/timesheets/sheet_3m20260201"),
    notice("time_missing", "Tuesday", "/time?from=2026-03-03&to=2026-03-03"),
    notice("timesheet_decided", "Sent back", "/timesheets/sheet_3m20260201"),
    notice("time_missing", "Monday", "/time?from=2026-03-02&to=2026-03-02"),
  ]);
  assert.deepEqual(
    groups.map((group) => group.map(({ title }) => title)),
    [
      ["Shop is over budget", "Shop has used 80%"],
      ["Jo", "Kim"],
      ["App is over budget"],
      ["Jo in January"],
      ["Approved", "Sent back"],
      ["Tuesday", "Monday"],
    ],
  );
});

test("a notice is about timesheets or budgets, or else a reminder", () => {
  const kinds = ["timesheet_due", "timesheet_submitted", "budget", "time_missing", "digest"] as const;
  assert.deepEqual(
    kinds.map((kind) => topicOf({ kind })),
    ["timesheets", "timesheets", "budgets", "reminders", "reminders"],
  );
});

test("a group is as old as its newest notice, in the days of the person's zone", () => {
  // Wednesday, 0:30 in Berlin.
  const nowMs = Date.parse("2026-03-03T23:30:00Z");
  const age = (createdAt: string) => {
    const group: NoticeGroup = [notice("digest", "", "", createdAt), notice("digest", "", "", "2026-01-01T00:00:00Z")];
    return ageOf(group, nowMs, "Europe/Berlin", "monday");
  };
  assert.equal(age("2026-03-03T23:10:00Z"), "today");
  assert.equal(age("2026-03-03T22:50:00Z"), "thisWeek");
  assert.equal(age("2026-03-01T23:10:00Z"), "thisWeek");
  assert.equal(age("2026-03-01T22:50:00Z"), "earlier");
});
