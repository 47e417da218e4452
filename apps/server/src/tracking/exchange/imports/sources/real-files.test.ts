import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { settledSettings } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { inspectSource, readSource } from "./read-source.ts";
import type { ReadSettings, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";

/** Finds the exports of other programs. They are not part of the repository, so the folders above are searched. */
function findFolder(): string | undefined {
  for (let above = import.meta.dirname; above !== dirname(above); above = dirname(above)) {
    const folder = join(above, "shared/data/imports");
    if (existsSync(folder)) return folder;
  }
  return undefined;
}

const folder = findFolder() ?? "";
const skip = folder === "" ? "no shared/data/imports next to the checkout" : false;
const pathOf = (name: string) => join(folder, `${name}_time_entries_import_test_1.csv`);

async function read(path: string, settings: Partial<ReadSettings> = {}): Promise<Partial<SourceRow>[]> {
  const settled = settledSettings(await inspectSource(path, {}));
  const rows = readSource(path, { timeZone: "Europe/Vienna", currency: "EUR", ...settled, ...settings });
  return Array.fromAsync(rows, (row) => {
    assert.equal(row.kind, "time");
    const { person, project, client, task, startedAt, durationSeconds, billable, tags, amountMinor, currency } =
      row as SourceRow;
    const { leftOut, doubts } = row as SourceRow;
    return {
      person,
      project,
      client,
      task,
      startedAt,
      durationSeconds,
      billable,
      tags,
      amountMinor,
      currency,
      leftOut,
      doubts,
    };
  });
}

const person = { name: "Peter Tester", email: "peter.test@email.test" };
const first = {
  person,
  project: "Project without Client",
  client: undefined,
  task: undefined,
  startedAt: new Date("2024-03-04T09:23:52Z"),
  durationSeconds: 0,
  billable: false,
  tags: ["Development", "Backend"],
  amountMinor: undefined,
  currency: "EUR",
  leftOut: undefined,
  doubts: [],
};
const second = {
  ...first,
  project: "Project for Big Company",
  client: "Big Company",
  task: "Task 1",
  startedAt: new Date("2024-03-04T09:23:00Z"),
  durationSeconds: 3601,
  billable: true,
  tags: [],
  amountMinor: 11_111,
};

test("Toggl's detailed CSV is read with a byte-order mark and quoted lists", { skip }, async () => {
  assert.deepEqual(await read(pathOf("toggl")), [first, second]);
});

test(
  "Clockify's detailed CSV asks for the order of dates, and reads times with and without seconds",
  { skip },
  async () => {
    const { source, dateOrder } = await inspectSource(pathOf("clockify"), {});
    assert.deepEqual({ source, dateOrder }, { source: "clockify", dateOrder: { ambiguous: "03/04/2024", line: 2 } });
    const money = { amountMinor: 0, currency: "USD" };
    const rows = [
      { ...first, ...money },
      { ...second, ...money },
    ];
    assert.deepEqual(await read(pathOf("clockify"), { dateOrder: "mdy" }), rows);
    const inApril = rows.map((row) => ({
      ...row,
      startedAt: new Date(row.startedAt.getTime() + 30 * 86_400_000 - 3_600_000),
    }));
    assert.deepEqual(await read(pathOf("clockify"), { dateOrder: "dmy" }), inApril);
  },
);

test("Clockify's day 13/15/2024 is left out; the other date settles the order", { skip }, async () => {
  const path = join(folder, "clockify_time_entries_import_test_3.csv");
  assert.deepEqual((await inspectSource(path, {})).dateOrder, { settled: "mdy" });
  const [row] = await read(path);
  assert.equal(row?.leftOut, "unreadable");
  const problem = "There is no such day when read as month, day, year.";
  assert.deepEqual(row.doubts, [{ column: "Start Date", read: "13/15/2024 11:00:00 AM", problem, becomes: null }]);
});

test("Harvest's time CSV is read with decimal commas, and its rows follow one another", { skip }, async () => {
  const harvested = { person: { name: "Peter Tester", email: undefined }, tags: [] };
  assert.deepEqual(await read(pathOf("harvest")), [
    {
      ...first,
      ...harvested,
      startedAt: new Date("2024-03-04T08:00:00Z"),
      durationSeconds: 72_000,
      amountMinor: 200_000,
    },
    // Twenty hours from 09:00 end after midnight, so the next row's start wraps around to the early morning of the same
    // day.
    { ...second, ...harvested, startedAt: new Date("2024-03-04T04:00:00Z"), durationSeconds: 36, amountMinor: 100 },
  ]);
});
