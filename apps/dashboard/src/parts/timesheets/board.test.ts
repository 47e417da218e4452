import assert from "node:assert/strict";
import { test } from "node:test";
import { isShown, openingPeriod, readShow, type Sheet, shows, stateOf } from "./board.ts";
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

test("the board opens at the latest period in which the person can approve something", () => {
  const decider = { userId: "me", ownApproval: false, canSubmit: true, today: "2026-03-04" };
  const [open, waiting] = [sheet("open", "2026-03-08"), sheet("submitted", "2026-03-01")];
  const row = (...sheets: (Sheet | undefined)[]) => ({ userId: "other", name: "Other", sheets });
  const periods = ["w1", "w2", "w3"].map((key) => ({ key, periodStart: "", periodEnd: "", total: 1, submitted: 0 }));
  assert.equal(openingPeriod(periods, [row(waiting, waiting, open), row(waiting, undefined, open)], decider), 1);
  assert.equal(openingPeriod(periods, [row(undefined, open, open)], decider), 2);
  assert.equal(openingPeriod(periods, [row(undefined, { ...waiting, userId: "me" }, open)], decider), 2);
});

test("the id of a timesheet contains its member and the first day of its period", () => {
  assert.deepEqual(readSheetId("sheet_0199c5d0m20260301"), { userId: "user_0199c5d0", periodStart: "2026-03-01" });
  assert.equal(readSheetId("sheet_nothing"), undefined);
});
