import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fileOf, readFile } from "#test/files/program-exports.ts";
import { inspectSource } from "#tracking/exchange/imports/sources/read-source.ts";
import type { DateOrder, SourceName, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import {
  anyEntry,
  anyManner,
  clockifyCsv,
  type Entry,
  harvestCsv,
  kimaiCsv,
  type Manner,
  togglCsv,
} from "#test/files/rival-exports.ts";

const entries = fc.array(anyEntry, { minLength: 1, maxLength: 6 });
const numRuns = 60;
const orders: Record<Manner["dates"], DateOrder> = { ymd: "ymd", dmy: "dmy", mdy: "mdy", dots: "dmy" };

/**
 * Reads a file with the date order in which it was written, after checking that the program and the order were
 * recognized.
 */
async function read(text: string, source: SourceName, { zone, dates }: Manner): Promise<SourceRow[]> {
  const { facts, rows } = await readFile(text, { timeZone: zone, dateOrder: orders[dates] });
  assert.equal(facts.source, source);
  assert.equal(facts.rows, rows.length);
  if (facts.dateOrder !== undefined && "settled" in facts.dateOrder) {
    assert.equal(facts.dateOrder.settled, orders[dates]);
  } else assert.ok(dates === "dmy" || dates === "mdy", "only numeric dates are asked for");
  return rows;
}

/** Names have one line, so a tab becomes a blank. */
const nameOf = (text: string) => (text.trim() === "" ? undefined : text.trim().replaceAll("\t", " "));

/** The parts of a row other than its start and duration. */
function partsOf(row: SourceRow) {
  const { person, client, project, task, description, tags, billable } = row;
  return { person, client, project, task, description, tags, billable };
}

function expectedParts(entry: Entry) {
  const { first, email, client, project, task, description, tags, billable } = entry;
  return {
    person: { name: nameOf(first), email: email === "" ? undefined : email },
    client: nameOf(client),
    project: nameOf(project),
    task: nameOf(task),
    description,
    tags,
    billable,
  };
}

/**
 * Asserts a row's start and duration. In an hour that occurs twice, the row may be an hour off, but must have a doubt.
 */
function assertTimes(row: SourceRow, startMs: number, seconds: number) {
  assert.equal(row.leftOut, undefined, JSON.stringify(row.doubts));
  const isTwice = row.doubts.some(({ problem }) => problem.includes("it occurred twice"));
  assert.deepEqual(
    row.doubts.filter(({ problem }) => !problem.includes("it occurred twice")),
    [],
  );
  if (isTwice) return;
  assert.equal(row.startedAt?.getTime(), startMs);
  assert.equal(row.durationSeconds, seconds);
}

test("random exports of Toggl are read exactly", async () => {
  await fc.assert(
    fc.asyncProperty(entries, anyManner, async (given, manner) => {
      const rows = await read(togglCsv(given, manner), "toggl", manner);
      for (const [index, row] of rows.entries()) {
        const entry = given[index];
        assert.ok(entry);
        assert.deepEqual(partsOf(row), expectedParts(entry));
        assert.deepEqual([row.amountMinor, row.currency], [entry.seconds, "EUR"]);
        assertTimes(row, manner.hasSeconds ? entry.startMs : entry.startMs - (entry.startMs % 60_000), entry.seconds);
      }
      assert.equal(rows.length, given.length);
    }),
    { numRuns },
  );
});

test("random exports of Clockify are read exactly, in all variants", async () => {
  const columns = fc.record({
    hasActivity: fc.boolean(),
    hasClient: fc.boolean(),
    duration: fc.constantFrom("both", "decimal", "none"),
  });
  await fc.assert(
    fc.asyncProperty(entries, anyManner, columns, async (given, anyOf, variant) => {
      // Without a duration in seconds, the entries can be exact only if the times have seconds.
      const manner = variant.duration === "both" ? anyOf : { ...anyOf, hasSeconds: true };
      const rows = await read(clockifyCsv(given, manner, variant), "clockify", manner);
      for (const [index, row] of rows.entries()) {
        const entry = given[index];
        assert.ok(entry);
        const parts = expectedParts(entry);
        assert.deepEqual(partsOf(row), variant.hasClient ? parts : { ...parts, client: undefined });
        assert.deepEqual([row.amountMinor, row.currency], [entry.seconds, "USD"]);
        assertTimes(row, manner.hasSeconds ? entry.startMs : entry.startMs - (entry.startMs % 60_000), entry.seconds);
      }
      assert.equal(rows.length, given.length);
    }),
    { numRuns },
  );
});

test("random exports of Harvest keep each row's day and hours", async () => {
  await fc.assert(
    fc.asyncProperty(entries, anyManner, async (given, manner) => {
      const rows = await read(harvestCsv(given, manner), "harvest", manner);
      for (const [index, row] of rows.entries()) {
        const entry = given[index];
        assert.ok(entry);
        const { tags: _tags, ...parts } = {
          ...expectedParts(entry),
          person: { name: nameOf(`${entry.first} ${entry.last}`), email: undefined },
        };
        assert.deepEqual(partsOf(row), { ...parts, tags: [] });
        assert.deepEqual(
          [row.projectFields.code, row.rateMinor, row.amountMinor, row.currency],
          ["P-1", 10_000, entry.seconds, "EUR"],
        );
        assert.deepEqual([row.leftOut, row.doubts], [undefined, []]);
        assert.equal(row.durationSeconds, Math.round(Number((entry.seconds / 3600).toFixed(2)) * 3600));
        const dayIn = (ms: number) =>
          Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(manner.zone).toPlainDate().toString();
        assert.equal(dayIn(row.startedAt?.getTime() ?? 0), dayIn(entry.startMs));
      }
      assert.equal(rows.length, given.length);
    }),
    { numRuns },
  );
});

test("random exports of Kimai are read to the minute, in English and German", async () => {
  await fc.assert(
    fc.asyncProperty(entries, anyManner, fc.boolean(), async (given, anyOf, isGerman) => {
      const manner: Manner = { ...anyOf, dates: "ymd" };
      // Rounds down to whole minutes, the resolution of Kimai's CSV.
      const minutes = given.map((entry) => ({
        ...entry,
        startMs: entry.startMs - (entry.startMs % 60_000),
        seconds: entry.seconds - (entry.seconds % 60),
      }));
      const rows = await read(kimaiCsv(minutes, manner, isGerman), "kimai", manner);
      for (const [index, row] of rows.entries()) {
        const entry = minutes[index];
        assert.ok(entry);
        assert.deepEqual(partsOf(row), expectedParts(entry));
        assert.deepEqual([row.amountMinor, row.currency], [entry.seconds, "EUR"]);
        assert.equal(row.leftOut, undefined);
        assert.equal(row.durationSeconds, entry.seconds);
        if (row.doubts.length === 0) assert.equal(row.startedAt?.getTime(), entry.startMs);
      }
      assert.equal(rows.length, given.length);
    }),
    { numRuns },
  );
});

test("the order is settled by the whole file, or raises a question", async () => {
  const entry = {
    first: "Ann",
    last: "T",
    email: "",
    client: "",
    project: "",
    task: "",
    description: "",
    tags: [],
    billable: true,
    seconds: 60,
  };
  const manner: Manner = {
    csv: { delimiter: ",", newline: "\n", hasMark: false, quotesAll: false },
    zone: "UTC",
    dates: "mdy",
    hasHours12: true,
    hasSeconds: true,
    hasDecimalCommas: false,
  };
  const early = { ...entry, startMs: Date.UTC(2024, 2, 4, 9) };
  const late = { ...entry, startMs: Date.UTC(2024, 2, 14, 9) };
  const now = new Date("2026-07-01");
  const orderOf = async (...given: Entry[]) =>
    (await inspectSource(fileOf(togglCsv(given, manner)), { now })).dateOrder;
  assert.deepEqual(await orderOf(early, late), { settled: "mdy" });
  assert.deepEqual(await orderOf(early, early), { ambiguous: "03/04/2024", line: 2 });
});
