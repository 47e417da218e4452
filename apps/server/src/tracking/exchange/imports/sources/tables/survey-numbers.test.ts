import assert from "node:assert/strict";
import { test } from "node:test";
import type { Settled } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { csvOf, readFile } from "#test/files/program-exports.ts";

const days = (durations: string[], header = "Duration") =>
  csvOf(
    ["Date", "Name", header],
    durations.map((duration) => ["2026-03-02", "Kim", duration]),
  );

const spans = (rows: [start: string, end: string, duration: string][], header = "Duration") =>
  csvOf(
    ["Date", "Start", "End", header],
    rows.map(([start, end, duration]) => ["2026-03-02", start, end, duration]),
  );

const answersOf = <Value>(fact: Settled<Value> | undefined) =>
  fact !== undefined && "answers" in fact ? fact.answers.map(({ value, seconds }) => [value, seconds]) : fact;

test("a column of plain numbers without a unit is a question, with the effect of each answer", async () => {
  const { facts } = await readFile(days(["1:30", "90", "0", "45"]));
  assert.deepEqual(facts.durationUnit, {
    ambiguous: "90",
    line: 3,
    answers: [
      {
        value: "hours",
        seconds: 491_400,
        first: [
          { line: 3, read: "90", number: 90, seconds: 324_000 },
          { line: 5, read: "45", number: 45, seconds: 162_000 },
        ],
      },
      {
        value: "minutes",
        seconds: 13_500,
        first: [
          { line: 3, read: "90", number: 90, seconds: 5_400 },
          { line: 5, read: "45", number: 45, seconds: 2_700 },
        ],
      },
      {
        value: "seconds",
        seconds: 5_535,
        first: [
          { line: 3, read: "90", number: 90, seconds: 90 },
          { line: 5, read: "45", number: 45, seconds: 45 },
        ],
      },
    ],
  });
});

test("each answer leads to the total that it announced", async () => {
  const file = days(["90", "1,234", "1:30", "700", "-5", ""]);
  const { facts } = await readFile(file);
  assert.ok(facts.durationUnit !== undefined && "answers" in facts.durationUnit);
  assert.ok(facts.decimalMark !== undefined && "answers" in facts.decimalMark);
  const total = async (settings: object) => {
    const { rows } = await readFile(file, settings);
    return rows.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  };
  for (const { value, seconds } of facts.durationUnit.answers)
    assert.equal(await total({ durationUnit: value }), seconds);
  for (const { value, seconds } of facts.decimalMark.answers)
    assert.equal(await total({ decimalMark: value }), seconds);
});

test("a header with the unit, durations with their unit, and zeros alone raise no question", async () => {
  for (const file of [
    days(["90"], "Duration (minutes)"),
    days(["1.5"], "Hours"),
    days(["90"], "Dauer (Sekunden)"),
    days(["1:30", "90 min", "PT1H", "1h"]),
    days(["0", "0.0", ""]),
  ])
    assert.equal((await readFile(file)).facts.durationUnit, undefined, file);
});

test("starts and ends that agree with one unit settle it", async () => {
  const cases: [rows: [string, string, string][], unit: string | undefined][] = [
    [[["09:00", "10:30", "90"]], "minutes"],
    [[["09:00", "10:30", "1.5"]], "hours"],
    [[["09:00:00", "09:01:30", "90"]], "seconds"],
    // One row has a break and one has a mistake, among rows whose durations agree.
    [
      [
        ["09:00", "17:00", "7.5"],
        ["09:00", "10:00", "1"],
        ["10:00", "12:00", "2"],
        ["12:00", "13:00", "1"],
      ],
      "hours",
    ],
    // Every row has a break.
    [
      [
        ["09:00", "17:00", "420"],
        ["09:00", "18:00", "480"],
      ],
      undefined,
    ],
    [
      [
        ["09:00", "10:30", ""],
        ["09:00", "", "90"],
      ],
      undefined,
    ],
  ];
  for (const [rows, unit] of cases) {
    const { durationUnit } = (await readFile(spans(rows))).facts;
    const settled = durationUnit !== undefined && "settled" in durationUnit ? durationUnit.settled : undefined;
    assert.equal(settled, unit, JSON.stringify(rows));
    assert.ok(durationUnit !== undefined);
  }
});

test("a number such as 1,234 is a question, unless another number or the clock settles it", async () => {
  const { facts } = await readFile(days(["1,234", "2"], "Minutes"));
  assert.deepEqual(facts.decimalMark, {
    ambiguous: "1,234",
    line: 2,
    answers: [
      { value: "comma", seconds: 194, first: [{ line: 2, read: "1,234", number: 1.234, seconds: 74 }] },
      { value: "point", seconds: 74_160, first: [{ line: 2, read: "1,234", number: 1234, seconds: 74_040 }] },
    ],
  });
  const settled = async (file: string) => answersOf((await readFile(file)).facts.decimalMark);
  assert.deepEqual(await settled(days(["1,234", "0,5"], "Hours")), { settled: "comma" });
  assert.deepEqual(await settled(days(["1,234", "1,234.5"], "Minutes")), { settled: "point" });
  assert.deepEqual(await settled(spans([["09:00:00", "09:20:34", "1,234"]], "Seconds")), { settled: "point" });
  assert.equal(await settled(days(["1'234", "12"], "Minutes")), undefined);
});

test("amounts and rates raise the question of the decimal mark too", async () => {
  const file = csvOf(["Date", "Hours", "Rate"], [["2026-03-02", "1", "€1.250"]]);
  assert.deepEqual((await readFile(file)).facts.decimalMark, {
    ambiguous: "1.250",
    line: 2,
    answers: [
      { value: "comma", seconds: 3_600, first: [{ line: 2, read: "1.250", number: 1_250, seconds: 3_600 }] },
      { value: "point", seconds: 3_600, first: [{ line: 2, read: "1.250", number: 1.25, seconds: 3_600 }] },
    ],
  });
  const rates = await Promise.all(
    (["comma", "point"] as const).map(
      async (decimalMark) => (await readFile(file, { decimalMark })).rows[0]?.rateMinor,
    ),
  );
  assert.deepEqual(rates, [125_000, 125]);
});

test("a chosen value raises no question", async () => {
  const file = days(["1,234"]);
  const { facts } = await readFile(file, { durationUnit: "minutes", decimalMark: "point" });
  assert.deepEqual([facts.durationUnit, facts.decimalMark], [undefined, { settled: "point" }]);
});

test("fractions of a day are recognized by the start and end, also in the files of known programs", async () => {
  for (const header of ["Date,Start,End,Duration", "Start date,Start time,End time,Duration,User"]) {
    const cells = ["2026-08-03,08:30,12:30,0.166666667", "2026-08-04,08:00,09:00,0.041666667"];
    const { facts, rows } = await readFile(
      [header, ...cells.map((row) => (header.endsWith("User") ? `${row},Kim` : row))].join("\n"),
    );
    assert.deepEqual(facts.durationUnit, { settled: "days" }, header);
    assert.deepEqual(rows.map(({ durationSeconds, doubts }) => [durationSeconds, doubts]), [[14_400, []], [3_600, []]]); // prettier-ignore
  }
  const { facts } = await readFile(
    "Start date,Start time,End time,Duration,User\n2026-08-03,09:00,09:10,0.166666667,Kim\n",
  );
  assert.equal(facts.durationUnit, undefined);
});
