import assert from "node:assert/strict";
import { test } from "node:test";
import { readCsv } from "#test/files/read-csv.ts";
import { isoText, readXlsx } from "#test/files/read-xlsx.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newWorld } from "#test/worlds/report-world.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { groupings } from "./groupings.ts";

const path = "/v1/reports/summary";

/** The lines of a table as objects, without the columns that repeat figures in other units. */
function figures(records: (string | null)[][]): Record<string, string | null>[] {
  const [headers = [], ...lines] = records;
  return lines.map((line) => Object.fromEntries(headers.map((header, at) => [header ?? "", line[at] ?? ""])));
}

async function readTables(caller: Caller, query: string) {
  const csv = await caller.get(`${path}?${query}&format=csv`);
  assert.equal(csv.status, 200, csv.text);
  assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
  const { app } = await testApp();
  const xlsx = await app.inject({
    url: `${path}?${query}&format=xlsx`,
    headers: { authorization: `Bearer ${caller.apiKey}` },
  });
  assert.equal(xlsx.statusCode, 200);
  const { sheet, rows } = await readXlsx(xlsx.rawPayload);
  return { csv, sheet, rows };
}

/** The lines expected for a summary's JSON, with only the columns that JSON also has. */
function linesOf({ groupBy, groups, currency }: Json): Record<string, string>[] {
  const keys = (grouping: string, { key, name }: Json) => ({
    [grouping]: key ?? "",
    ...(grouping === "date" ? {} : { [`${grouping}Name`]: name ?? "" }),
  });
  const sums = ({ key: _key, name: _name, groups: _groups, ...figures }: Json) =>
    Object.fromEntries(Object.entries<number | null>(figures).map(([name, figure]) => [name, String(figure ?? "")]));
  const money = ({ amountMinor }: Json) => (amountMinor === undefined ? {} : { currency });
  const [first, second] = groupBy;
  if (second === undefined)
    return groups.map((group: Json) => ({ ...keys(first, group), ...sums(group), ...money(group) }));
  return groups.flatMap((group: Json) =>
    group.groups.map((inner: Json) => ({
      ...keys(first, group),
      ...keys(second, inner),
      ...sums(inner),
      ...money(inner),
    })),
  );
}

const inOtherUnits = ["duration", "billableDuration", "amount", "cost", "margin"];

test("tables have the lines, the order and the figures of the JSON, for every grouping", async () => {
  const { db, newMember } = await testApp();
  const { owner, fill, edit } = await newWorld(await testApp());
  await fill(120, 1);
  await foldOrganization(db, owner.orgId);
  await edit(20, 1);
  const viewer = await newMember(owner, "viewer");
  const pairs = groupings.map((one, at) => [one, groupings[(at + 2) % groupings.length]].join());
  for (const [at, groupBy] of [
    ...groupings,
    ...pairs,
    "project,tag",
    "tag,date",
    "date,tag",
    "billable,tag",
  ].entries()) {
    const caller = at % 5 === 0 && !groupBy.includes("team") ? viewer : owner;
    const query = `groupBy=${groupBy}&from=2026-01-01&tz=America/St_Johns`;
    const answer = await caller.get(`${path}?${query}`);
    assert.equal(answer.status, 200, answer.text);
    const expected = linesOf(answer.json);
    const { csv, rows } = await readTables(caller, query);
    const written = figures(readCsv(csv.text));
    const strip = (line: Record<string, string | null>) =>
      Object.fromEntries(Object.entries(line).filter(([header]) => !inOtherUnits.includes(header)));
    assert.deepEqual(written.map(strip), expected, groupBy);
    assert.ok(expected.length > 1, groupBy);
    // The cells equal the CSV fields, except for the apostrophe with which CSV prefixes formulas.
    const cells = figures(rows.map((row) => row.map(isoText)));
    assert.deepEqual(cells.map(strip), expected, groupBy);
    assert.deepEqual(Object.keys(cells[0] ?? {}), Object.keys(written[0] ?? {}));
  }
});

test("a table also shows durations and money in readable form", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  await owner.post("/v1/rates", { kind: "cost", scope: "organization", rateMinor: 12_345 });
  const where = await newProject(owner);
  await newEntry(owner, where, { durationSeconds: 90_061 });
  const { csv, sheet, rows } = await readTables(owner, "groupBy=project");
  assert.equal(csv.headers["content-disposition"], 'attachment; filename="summary-by-project.csv"');
  // 90,061 s is 2251.525 at 90.00 an hour and 3088.341… at 123.45.
  assert.deepEqual(readCsv(csv.text), [
    "project projectName seconds billableSeconds entries duration billableDuration amountMinor exactAmountMinor costMinor marginMinor uncostedSeconds currency amount cost margin unratedSeconds".split(
      " ",
    ),
    `${where.projectId} Website 90061 90061 1 25:01:01 25:01:01 225153 225153 308834 -83681 0 EUR 2251.53 3088.34 -836.81 0`.split(
      " ",
    ),
  ]);
  assert.equal(sheet, "Summary");
  assert.deepEqual(
    rows[1]?.slice(12).map((cell) => [cell?.type, cell?.value]),
    [
      ["text", "EUR"],
      ["number", "2251.53"],
      ["number", "3088.34"],
      ["number", "-836.81"],
      ["number", "0"],
    ],
  );
  const empty = await (await testApp()).newOrganization();
  assert.equal(readCsv((await empty.get(`${path}?format=csv&groupBy=date`)).text).length, 1, "the header alone");
});

test("a name that a spreadsheet would execute is text", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  await newEntry(owner, await newProject(owner, { name: "=1+1" }), { tags: ["@a", "+b"] });
  const projects = await readTables(owner, "groupBy=project");
  assert.equal(readCsv(projects.csv.text)[1]?.[1], "'=1+1");
  assert.deepEqual([projects.rows[1]?.[1]?.type, projects.rows[1]?.[1]?.value], ["text", "=1+1"]);
  const tags = readCsv((await owner.get(`${path}?groupBy=tag&format=csv`)).text);
  assert.deepEqual(
    tags.slice(1).map(([key, name]) => [key, name]),
    [
      ["'+b", "'+b"],
      ["'@a", "'@a"],
    ],
  );
});
