import assert from "node:assert/strict";
import { test } from "node:test";
import { isShown, readShow, type Sheet, shows, stateOf } from "./board.ts";
import { readSheetId } from "./read-sheet-id.ts";

const sheet = (status: Sheet["status"], periodEnd: string) => ({ status, periodEnd }) as Sheet;

test("an open timesheet is late once its period has ended, and each filter shows one state", () => {
  const today = "2026-03-04";
  const sheets = [
    sheet("open", "2026-03-08"),
    sheet("open", "2026-03-01"),
    sheet("submitted", "2026-03-01"),
    sheet("rejected", "2026-03-01"),
    sheet("approved", "2026-03-01"),
  ];
  assert.deepEqual(
    sheets.map((each) => stateOf(each, today)),
    ["open", "late", "submitted", "rejected", "approved"],
  );
  assert.deepEqual(
    shows.map((show) => sheets.filter((each) => isShown(each, show, today)).length),
    [5, 1, 1, 1],
  );
  assert.deepEqual(["missing", "nonsense", null].map(readShow), ["missing", "all", "all"]);
});

test("the id of a timesheet contains its member and the first day of its period", () => {
  assert.deepEqual(readSheetId("sheet_0199c5d0m20260301"), { userId: "user_0199c5d0", periodStart: "2026-03-01" });
  assert.equal(readSheetId("sheet_nothing"), undefined);
});
