import assert from "node:assert/strict";
import { test } from "node:test";
import { noFilter, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { type Interval, listBuckets } from "./buckets.ts";
import { chooseSource } from "./choose-source.ts";
import type { Grouping } from "./groupings.ts";

/**
 * The name of the chosen cube, followed by `+ entries` if it is completed from entries; `entries` if no cube is used.
 */
function chosen(groupBy: Grouping[], filter: Partial<TimeEntryFilter> = {}): string {
  return shown(chooseSource(groupBy, { ...noFilter, ...filter }, undefined));
}

function chosenByDate(groupBy: Grouping[], interval: Interval, timeZone: string): string {
  const range = [Date.UTC(2026, 0, 1, 12), Date.UTC(2027, 0, 1, 12)] as const;
  return shown(chooseSource([...groupBy, "date"], noFilter, listBuckets(interval, timeZone, "monday", ...range)));
}

function shown(source: ReturnType<typeof chooseSource>): string {
  if (source.cube === undefined) return "entries";
  const readsEntries = source.pieces.some(({ level }) => level === "entries");
  return readsEntries ? `${source.cube.name} + entries` : source.cube.name;
}

test("queries without dates use the smallest sums with the needed keys", () => {
  assert.equal(chosen([]), "all");
  assert.equal(chosen(["billable"]), "all");
  assert.equal(chosen(["project"]), "project");
  assert.equal(chosen(["client"]), "project");
  assert.equal(chosen(["client", "project"]), "project");
  assert.equal(chosen(["user", "billable"]), "user");
  assert.equal(chosen(["project", "user"]), "project_user");
  assert.equal(chosen(["task"]), "task");
  assert.equal(chosen(["task", "client"]), "task");
  assert.equal(chosen(["tag"]), "tag");
  assert.equal(chosen(["tag", "billable"]), "tag");
  assert.equal(chosen(["project"], { userIds: ["user_1"], billable: true }), "project_user");
  assert.equal(chosen([], { clientIds: ["client_1"] }), "project");
  assert.equal(chosen(["user"], { userIds: ["user_1"] }), "user");
});

test("queries that no sums can serve use the entries", () => {
  assert.equal(chosen(["task", "user"]), "entries");
  assert.equal(chosen(["tag", "project"]), "entries");
  assert.equal(chosen(["tag"], { userIds: ["user_1"] }), "entries");
  assert.equal(chosen(["user"], { taskIds: ["task_1"] }), "entries");
  assert.equal(chosen([], { tags: ["a"] }), "entries");
  assert.equal(chosen([], { q: "a" }), "entries");
  assert.equal(chosen([], { externalRefs: ["a"] }), "entries");
  assert.equal(chosen([], { sources: ["timer"] }), "entries");
  assert.equal(chosen(["project", "source"], {}), "entries");
});

test("the ends of a range are read from finer sums and a few entries, a short range from entries alone", () => {
  const range = (from: string, to: string) => ({ from, to });
  const [march, april] = ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"];
  assert.equal(chosen(["project"], range(march, april)), "project");
  // March in Berlin starts and ends at an hour other than midnight in UTC, so its edges are read from entries.
  const berlin = range("2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z");
  assert.equal(chosen(["project"], berlin), "project + entries");
  assert.equal(chosen([], berlin), "all");
  assert.equal(chosen(["task"], berlin), "task + entries");
  assert.equal(chosen(["project"], { from: "2026-02-28T23:00:00Z" }), "project + entries");
  assert.equal(chosen(["project"], range(march, "2026-03-02T00:00:00Z")), "project");
  assert.equal(chosen(["project"], range("2026-03-01T09:00:00Z", "2026-03-01T17:00:00Z")), "entries");
  assert.equal(chosen(["task"], range("2026-03-08T00:00:00Z", "2026-03-15T00:00:00Z")), "entries");
  assert.equal(chosen(["project"], range(march, march)), "entries", "nothing is cheaply found there");
});

test("days use sums if they begin near a UTC day, or if there are no other keys", () => {
  assert.equal(chosenByDate([], "day", "UTC"), "all");
  assert.equal(chosenByDate([], "day", "Asia/Kathmandu"), "all");
  assert.equal(chosenByDate(["project"], "day", "Europe/Berlin"), "project + entries");
  assert.equal(chosenByDate(["project"], "day", "Asia/Kathmandu"), "entries");
  assert.equal(chosenByDate(["project"], "week", "Asia/Kathmandu"), "project + entries");
  assert.equal(chosenByDate(["tag"], "month", "Europe/Berlin"), "tag + entries");
  assert.equal(chosenByDate(["tag"], "week", "Europe/Berlin"), "entries");
  assert.equal(chosenByDate(["project", "user"], "year", "America/New_York"), "project_user + entries");
  assert.equal(chosenByDate(["user"], "quarter", "Europe/Berlin"), "user + entries");
});
