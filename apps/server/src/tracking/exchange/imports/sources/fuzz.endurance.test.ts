import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isStorableText } from "#platform/text.ts";
import { anyEntry, anyManner, clockifyCsv, harvestCsv, kimaiCsv, togglCsv } from "#test/files/rival-exports.ts";
import type { SourceItem, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { csvOf, readFile, zipOf } from "#test/files/program-exports.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";

/** Asserts that a row respects the limits of the API and the database. */
function assertTaken(row: SourceRow | SourceItem) {
  if (row.kind !== "time") return;
  const names = [row.person.name, row.person.email, row.client, row.project, row.task, row.sourceId, row.file];
  for (const text of [...names, ...row.tags, row.description]) assert.ok(isStorableText(text ?? ""));
  for (const name of names) assert.ok(name === undefined || Array.from(name).length <= 255);
  assert.ok(row.tags.length <= 20 && row.tags.every((tag) => tag !== "" && Array.from(tag).length <= 50));
  assert.ok(Array.from(row.description).length <= 2000);
  const longest = row.leftOut === "unreadable" ? 2_147_483_647 : 604_800;
  assert.ok(Number.isInteger(row.durationSeconds) && row.durationSeconds >= 0 && row.durationSeconds <= longest);
  assert.equal(row.leftOut === "unreadable", row.startedAt === undefined);
  assert.ok(row.startedAt === undefined || Number.isInteger(row.startedAt.getTime()));
  assert.equal(
    row.leftOut !== undefined,
    row.doubts.some(({ becomes }) => becomes === null),
  );
  for (const { read, column } of row.doubts) {
    assert.ok(isStorableText(read) && isStorableText(column) && Array.from(read).length <= 200);
  }
}

async function readOrRefuse(contents: Buffer): Promise<void> {
  try {
    const { rows, items, facts } = await readFile(contents);
    assert.ok(facts.columns.every((header) => isStorableText(header)));
    for (const row of [...rows, ...items]) assertTaken(row);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    assert.match(error.message, /^[A-Z].*\.$/s);
  }
}

const exported = fc
  .tuple(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), anyManner, fc.integer({ min: 0, max: 3 }))
  .map(([entries, manner, program]) => {
    const write = [
      () => togglCsv(entries, manner),
      () => clockifyCsv(entries, manner, { hasActivity: true, hasClient: true, duration: "both" }),
      () => harvestCsv(entries, manner),
      () => kimaiCsv(entries, manner, false),
    ][program];
    return Buffer.from(write?.() ?? "");
  });

const damage = fc.array(fc.record({ at: fc.nat(5000), bytes: fc.uint8Array({ maxLength: 6 }), isCut: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

test("a damaged export is refused with a sentence or read within all limits", async () => {
  await fc.assert(
    fc.asyncProperty(exported, damage, async (original, faults) => {
      let bytes = original;
      for (const { at, bytes: put, isCut } of faults) {
        const place = at % (bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(isCut ? place + put.length * 5 : place)]);
      }
      await readOrRefuse(bytes);
    }),
    { numRuns: 100 },
  );
});

test("a damaged zip or JSON is refused with a sentence or read within all limits", async () => {
  const csv = "User,Email,Project,Start date,Start time,Duration\nAnn,,P,2024-03-04,10:00,1:00\n";
  const zip = await zipOf({ "clients.json": '[{"id":1,"name":"A"}]', "a.csv": csv });
  const json = Buffer.from(
    JSON.stringify([{ begin: "2024-03-04T10:00:00Z", duration: 60, tags: ["a"], project: { name: "P" } }]),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(zip, json), damage, async (original, faults) => {
      const bytes = Buffer.from(original);
      for (const { at, bytes: put } of faults)
        bytes.set(put.subarray(0, bytes.length - (at % bytes.length)), at % bytes.length);
      await readOrRefuse(bytes);
    }),
    { numRuns: 100 },
  );
});

test("long texts in any column are read in linear time", async () => {
  const headers =
    "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount,Currency".split(
      ",",
    );
  for (const text of [
    `a${" ".repeat(200_000)}b`,
    "1".repeat(200_000),
    "1,".repeat(100_000),
    `1${" 1".repeat(100_000)}`,
    ";=".repeat(100_000),
  ]) {
    await readOrRefuse(
      Buffer.from(
        csvOf(headers, [
          headers.map(() => text).slice(0, 4),
          headers.map((_, index) => (index < 4 ? "" : text)).slice(0, 9),
        ]),
      ),
    );
    for (const header of headers)
      await readOrRefuse(
        Buffer.from(csvOf(["Start date", "Start time", "User", header], [["2024-03-04", "10:00", "Ann", text]])),
      );
  }
});
