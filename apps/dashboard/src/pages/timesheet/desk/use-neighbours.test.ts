import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimesheetGrid } from "@stint/sdk";
import { neighboursOf } from "./use-neighbours.ts";

const today = "2026-04-02";
const idOf = (name: string, period = "m20260301") => `sheet_${name.toLowerCase()}${period}`;

function person(userName: string, status: string, ...periods: string[]) {
  const timesheets = ["m20260301", ...periods].map((period) => ({
    id: idOf(userName, period),
    status,
    periodStart: "2026-03-01",
    periodEnd: "2026-03-31",
  }));
  return { userId: `user_${userName.toLowerCase()}`, userName, timesheets } as TimesheetGrid["data"][number];
}

const data = [
  person("Cleo", "submitted"),
  person("Anna", "submitted", "w20260223"),
  person("Mara", "submitted"),
  person("Ben", "approved"),
];
const names = (address: string, id: string, ownId = "user_owner") =>
  neighboursOf(data, id, { params: new URLSearchParams(address), today, ownId }).map((sheet) => sheet.id);

test("the neighbours of a timesheet are those of its period that the board shows, in its order", () => {
  assert.deepEqual(
    names("", idOf("Anna")),
    ["Anna", "Ben", "Cleo", "Mara"].map((name) => idOf(name)),
  );
  assert.deepEqual(
    names("show=decide", idOf("Anna")),
    ["Anna", "Cleo", "Mara"].map((name) => idOf(name)),
  );
  assert.deepEqual(names("show=decide&q=e", idOf("Cleo")), [idOf("Cleo")]);
});

test("a timesheet stays between its neighbours after the decision", () => {
  assert.deepEqual(
    names("show=decide", idOf("Ben")),
    ["Anna", "Ben", "Cleo", "Mara"].map((name) => idOf(name)),
  );
});

test("one's own timesheet is no neighbour", () => {
  assert.deepEqual(
    names("", idOf("Anna"), "user_mara"),
    ["Anna", "Ben", "Cleo"].map((name) => idOf(name)),
  );
});
