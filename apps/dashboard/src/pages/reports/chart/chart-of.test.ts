import assert from "node:assert/strict";
import { test } from "node:test";
import type { SharedReport } from "@stint/sdk";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import { chartOf, chartOfShared } from "./chart-of.ts";

interface Group {
  key: string;
  name: string;
  seconds: number;
  groups: Group[] | undefined;
}

const report = (groupBy: Grouping[], groups: Group[]) => ({ groupBy, groups });
const group = (key: string, seconds: number, groups?: Group[]): Group => ({ key, name: key, seconds, groups });

test("dates are in order, and other groups by their time", () => {
  const dates = chartOf(report(["date"], [group("2026-03-02", 60), group("2026-03-01", 30)]));
  assert.deepEqual(
    dates.bars.map(({ key, pieces }) => [key, pieces]),
    [
      ["2026-03-01", [30]],
      ["2026-03-02", [60]],
    ],
  );
  const projects = chartOf(report(["project"], [group("a", 30), group("b", 60)]));
  assert.deepEqual(
    projects.bars.map(({ key, seconds }) => [key, seconds]),
    [
      ["b", 60],
      ["a", 30],
    ],
  );
  assert.equal(projects.partsBy, undefined);
});

test("groups that are split by date become dates that are split by group", () => {
  const { by, partsBy, parts, bars } = chartOf(
    report(
      ["project", "date"],
      [group("a", 50, [group("2026-03-02", 20), group("2026-03-01", 30)]), group("b", 90, [group("2026-03-02", 90)])],
    ),
  );
  assert.deepEqual([by, partsBy, parts.map(({ key }) => key)], ["date", "project", ["b", "a"]]);
  assert.deepEqual(
    bars.map(({ key, seconds, pieces }) => [key, seconds, pieces]),
    [
      ["2026-03-01", 30, [0, 30]],
      ["2026-03-02", 110, [90, 20]],
    ],
  );
});

test("parts after the eighth are combined", () => {
  const parts = Array.from({ length: 10 }, (_, at) => group(`t${at}`, 10 * (10 - at)));
  const { bars, hasOthers } = chartOf(report(["project", "task"], [group("a", 550, parts)]));
  assert.deepEqual(
    bars.map(({ pieces }) => pieces),
    [[100, 90, 80, 70, 60, 50, 40, 30, 30]],
  );
  assert.equal(hasOthers, true);
});

test("projects in a costs report are bars by name", () => {
  const projects = [{ name: "Website", seconds: 5 }] as NonNullable<SharedReport["projects"]>;
  assert.deepEqual(
    chartOfShared({ projects } as SharedReport).bars.map(({ name, seconds }) => [name, seconds]),
    [["Website", 5]],
  );
});
