import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { typedText, writeCsv } from "#platform/tables/csv.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { filled, fillEverything } from "#test/worlds/fill-everything.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { readFile } from "#test/files/program-exports.ts";

test("Stint's own export is read back: every entry as it was, without deleted ones, formulas as they were typed", async () => {
  const world = await testApp();
  const caller = await world.newOrganization();
  await fillEverything(world, caller);
  const where = await newProject(caller, { code: "C-1" }, { name: "=HYPERLINK()" });
  await newEntry(caller, where, {
    description: "a; =1+1",
    tags: ["c, d", "@e"],
    startedAt: "2026-03-29T00:30:00.250Z",
  });
  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const { rawPayload } = await world.app.inject({ url: "/v1/organization/export", headers });

  const { facts, rows, items } = await readFile(rawPayload);
  const listed = await caller.get("/v1/time-entries?limit=200&includeDeleted=true");
  assert.deepEqual([facts.source, facts.rows, facts.hasZones], ["stint", listed.json.data.length, true]);
  for (const entry of listed.json.data) {
    const row = rows.find(({ sourceId }) => sourceId === entry.id);
    assert.deepEqual(
      [
        row?.description,
        row?.tags,
        row?.billable,
        row?.startedAt?.getTime(),
        row?.durationSeconds,
        row?.rateMinor,
        row?.amountMinor,
        row?.currency,
        row?.leftOut,
        row?.doubts,
      ],
      [
        entry.description,
        entry.tags,
        entry.billable,
        Date.parse(entry.startedAt),
        entry.durationSeconds,
        entry.rateMinor,
        entry.amountMinor,
        "EUR",
        entry.deletedAt === null ? undefined : "deleted",
        [],
      ],
    );
  }
  const taken = rows.find(({ description }) => description === "a; =1+1");
  assert.equal(taken?.task, "=HYPERLINK()");
  assert.ok(items.some((item) => item.kind === "project" && item.fields.code === "C-1"));
  const owner = await caller.get("/v1/me");
  assert.deepEqual(taken?.person, { name: owner.json.user.name, email: owner.json.user.email });
  const kinds = Object.groupBy(items, ({ kind }) => kind);
  for (const [kind, url] of [
    ["client", "clients"],
    ["project", "projects"],
    ["person", "members"],
  ] as const) {
    const names = kinds[kind]?.map((item) => (item.kind === "person" ? item.name : item[item.kind])).toSorted();
    assert.deepEqual(
      names,
      (await caller.get(`/v1/${url}?limit=200`)).json.data.map(({ name }: { name: string }) => name).toSorted(),
    );
  }
  assert.ok(
    kinds.project?.some((item) => item.kind === "project" && item.project === filled.formula && item.client === "Acme"),
  );
  assert.ok(kinds.task?.some((item) => item.kind === "task" && item.task === "-2+3"));
});

test("a report's file is read back, however it separates columns and in each language", async () => {
  const world = await testApp();
  const caller = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const description = "Grüße; a,=1+1";
  await newEntry(caller, await newProject(caller), {
    startedAt: "2026-03-03T23:30:00Z",
    durationSeconds: 99_000,
    description,
  });
  for (const language of ["", "&language=de", "&language=en", "&language=fr"])
    for (const separator of ["comma", "semicolon", "tab"]) {
      const query = `format=csv&separator=${separator}&decimalMark=comma&bom=true${language}`;
      const { rows, facts } = await readFile((await caller.get(`/v1/reports/entries?${query}`)).text);
      const [row] = rows;
      assert.deepEqual(
        [rows.length, row?.startedAt?.toISOString(), row?.durationSeconds, row?.project, row?.doubts],
        [1, "2026-03-03T23:30:00.000Z", 99_000, "Website", []],
        query,
      );
      // Only files with the API's columns are known to be Stint's.
      assert.equal(row?.description.replace("'", facts.source === "stint" ? "'" : ""), description);
    }
});

test("a text that Stint writes as CSV is read back as it was typed", async () => {
  const separators = [["comma", ","] as const, ["semicolon", ";"] as const, ["tab", "\t"] as const];
  const unit = fc.constantFrom("=", "+", "-", "@", "＝", "a", " ", ";", '"', "\t", "\n", "\r\n", "\u200b", ",");
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit, maxLength: 12 }),
      fc.constantFrom(...separators),
      async (text, [separator, sign]) => {
        const column = { header: "A", kind: "text", value: (row: string) => row } as const;
        async function* rows() {
          yield [text];
        }
        const pieces = await Array.fromAsync(writeCsv([column], rows(), { decimals: 2, separator }));
        const [, record] = readCsv(pieces.join(""), sign);
        assert.equal(typedText(record?.[0] ?? "", sign), text);
      },
    ),
    { numRuns: 500 },
  );
});
