import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { isoText, readXlsx } from "#test/files/read-xlsx.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/billing-batches";

const ok = (answer: Answer): Json => {
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
};

async function bill(owner: Caller, more: object = {}): Promise<string> {
  return ok(await owner.post(path, { filter: {}, reference: "R-1", billedOn: "2026-04-01", ...more })).id;
}

const linesOf = async (owner: Caller, id: string, groupBy: string) =>
  ok(await owner.get(`${path}/${id}/lines?groupBy=${groupBy}`));

/** A batch of entries by two people at two rates, on both sides of midnight in Berlin. */
async function newWorld() {
  const world = await testApp();
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const member = await world.newMember(owner, "member");
  const clientId = ok(await owner.post("/v1/clients", { name: "Acme" })).id;
  const site = await newProject(owner, { name: "website", clientId });
  const app = await newProject(owner, { name: "App" });
  ok(await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 }));
  const special = { kind: "billable", scope: "projectMember", projectId: site.projectId, userId: member.userId };
  ok(await owner.post("/v1/rates", { ...special, rateMinor: 6000 }));
  const entries = [
    await newEntry(owner, site, { startedAt: "2026-03-02T22:59:00Z", durationSeconds: 3610, description: "Late" }),
    await newEntry(member, site, { startedAt: "2026-03-02T23:00:00Z", durationSeconds: 1210 }),
    await newEntry(owner, app, { startedAt: "2026-03-01T09:00:00Z", durationSeconds: 1000 }),
  ];
  return { ...world, owner, member, clientId, site, app, entries };
}

test("lines are grouped as asked, in the order of names and days", async () => {
  const { owner, member, clientId, site, app, entries } = await newWorld();
  const id = await bill(owner);
  const ofSite = { clientId, clientName: "Acme", projectId: site.projectId, projectName: "website" };
  const ofApp = { clientId: null, clientName: null, projectId: app.projectId, projectName: "App" };
  const figures = (
    entries_: number,
    billableSeconds: number,
    quantity: string,
    unitPriceMinor: number | null,
    amountMinor: number,
    exact: boolean,
  ) => ({ entries: entries_, billableSeconds, quantity, unitPriceMinor, amountMinor, exact });

  const byProject = await linesOf(owner, id, "project");

  // 5,820 s is 161.67 hundredths of an hour. The hundredth left over goes to the line with the largest remainder.
  assert.deepEqual(byProject, {
    reference: "R-1",
    billedOn: "2026-04-01",
    currency: "EUR",
    data: [
      { ...ofApp, ...figures(1, 1000, "0.28", 9000, 2500, false) },
      { ...ofSite, ...figures(2, 4820, "1.34", null, 11_042, false) },
    ],
    totals: { entries: 3, billableSeconds: 5820, quantity: "1.62", amountMinor: 13_542 },
  });
  assert.deepEqual((await owner.get(`${path}/${id}/lines`)).json, await linesOf(owner, id, "project,task"));
  const name = (caller: Caller) =>
    owner.get("/v1/members").then(({ json }) => json.data.find(({ userId }: Json) => userId === caller.userId).name);
  const [ownerName, memberName] = [await name(owner), await name(member)];
  const byUser = (await linesOf(owner, id, "user")).data;
  assert.deepEqual(
    new Map(byUser.map((line: Json) => [line.userId, [line.userName, line.unitPriceMinor]])),
    new Map([
      [owner.userId, [ownerName, 9000]],
      [member.userId, [memberName, 6000]],
    ]),
  );
  assert.deepEqual(
    (await linesOf(owner, id, "date,user")).data.map(({ date, userId }: Json) => [date, userId]),
    [
      ["2026-03-01", owner.userId],
      ["2026-03-02", owner.userId],
      ["2026-03-03", member.userId],
    ],
  );
  const [first] = (await linesOf(owner, id, "client,entry")).data;
  assert.deepEqual(first, {
    ...ofApp,
    taskId: app.taskId,
    taskName: "Build",
    userId: owner.userId,
    userName: ownerName,
    date: "2026-03-01",
    entryId: entries[2].id,
    startedAt: "2026-03-01T09:00:00Z",
    description: "",
    ...figures(1, 1000, "0.28", 9000, 2500, false),
  });
  for (const query of ["groupBy=tag", "groupBy=user,user", "groupBy=", "format=pdf", "no=such"])
    assert.equal((await owner.get(`${path}/${id}/lines?${query}`)).status, 422, query);
});

test("renames, moves and new rates after the billing change no line", async () => {
  const { owner, member, clientId, site, newSession } = await newWorld();
  const id = await bill(owner);
  const groupings = ["client", "project", "task", "user", "date", "entry", "client,user,date"];
  const read = async () => [
    (await owner.get(`${path}/${id}`)).json,
    ...(await Promise.all(groupings.map(async (groupBy) => linesOf(owner, id, groupBy)))),
  ];
  const before = await read();
  const other = ok(await owner.post("/v1/clients", { name: "Other" })).id;
  ok(await owner.patch(`/v1/clients/${clientId}`, { name: "Renamed" }));
  ok(await owner.patch(`/v1/projects/${site.projectId}`, { name: "Renamed", clientId: other, billable: false }));
  ok(await owner.patch(`/v1/tasks/${site.taskId}`, { name: "Renamed" }));
  ok(await (await newSession(member)).patch("/v1/me", { name: "Renamed" }));
  ok(await owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: site.projectId, rateMinor: 1 }));
  ok(await owner.post("/v1/rates/reprice", { apply: true }));
  assert.equal((await owner.delete(`/v1/clients/${clientId}`)).status, 204);
  ok(await owner.patch("/v1/organization", { timeZone: "Asia/Tokyo" }));
  assert.deepEqual(await read(), before);
});

test("CSV and XLSX have the lines of the JSON", async () => {
  const { owner } = await newWorld();
  const id = await bill(owner);
  for (const groupBy of ["project,task", "entry", "date", "client,user"]) {
    const { data, reference, billedOn, currency } = await linesOf(owner, id, groupBy);
    const csv = await owner.get(`${path}/${id}/lines?groupBy=${groupBy}&format=csv`);
    assert.match(csv.headers["content-disposition"] ?? "", /billing-lines-2026-04-01\.csv/);
    const [header = [], ...rows] = readCsv(csv.text);
    const major = (minor: number | null) => (minor === null ? "" : (minor / 100).toFixed(2));
    const expected = data.map((line: Json) => ({
      ...Object.fromEntries(
        Object.entries(line).map(([field, value]) => [
          field,
          value === null ? "" : String(value as string | number | boolean),
        ]),
      ),
      reference,
      billedOn,
      currency,
      unitPrice: major(line.unitPriceMinor),
      amount: major(line.amountMinor),
    }));
    assert.deepEqual(
      rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]]))),
      expected,
    );
    const xlsx = await owner.get(`${path}/${id}/lines?groupBy=${groupBy}&format=xlsx`);
    const [sheetHeader = [], ...sheet] = (await readXlsx(xlsx.bytes)).rows.map((row) => row.map(isoText));
    assert.deepEqual(sheetHeader, header);
    const decimals = new Set(["quantity", "unitPrice", "amount"]);
    // Compares decimals as numbers, because spreadsheets drop trailing zeros.
    const asNumbers = (line: Json) =>
      header.map((name) => (decimals.has(name) && line[name] !== "" ? Number(line[name]) : line[name]));
    assert.deepEqual(
      sheet.map((row) => asNumbers(Object.fromEntries(header.map((name, at) => [name, row[at]])))),
      expected.map(asNumbers),
    );
  }
});

test("more lines than JSON holds are refused, and a table has them all", async () => {
  const { owner, db } = await newWorld();
  const id = await bill(owner);
  await db.query(sql`
    insert into billing_batch_entries
    select org_id, entry_id || n, batch_id, day, started_at, duration_seconds, billable_seconds, rate_minor, amount_minor, user_id,
           project_id, task_id, client_id, description
      from billing_batch_entries, generate_series(1, 10_000) n
     where org_id = ${owner.orgId} and batch_id = ${id} and duration_seconds = 1000`);
  assertProblem(await owner.get(`${path}/${id}/lines?groupBy=entry`), 422, "too_many_groups");
  const csv = await owner.get(`${path}/${id}/lines?groupBy=entry&format=csv`);
  assert.equal(readCsv(csv.text).length, 10_004);
});

/** An independent implementation of the largest-remainder method. */
function sharesOf(seconds: number[]): string[] {
  const hundredths = seconds.map((each) => Math.floor(each / 36));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const left = Math.floor(sum(seconds) / 36 + 0.5) - sum(hundredths);
  const byRemainder = seconds
    .map((each, at) => ({ rest: each % 36, at }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRemainder.slice(0, left)) hundredths[at] = (hundredths[at] ?? 0) + 1;
  return hundredths.map((each) => (each / 100).toFixed(2));
}

test("quantities and amounts add up to the batch, however it is grouped, and exact is exact", async () => {
  const { newOrganization } = await testApp();
  const seconds = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 604_800 }));
  const entry = fc.record({
    seconds,
    place: fc.integer({ min: 0, max: 2 }),
    day: fc.integer({ min: 1, max: 5 }),
    rated: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 30 }), async (entries) => {
      const owner = await newOrganization();
      const places = [await newProject(owner), await newProject(owner), await newProject(owner)];
      for (const [at, rateMinor] of [0, 3333, 12_345].entries())
        ok(await owner.post("/v1/rates", { kind: "billable", scope: "task", taskId: places[at]?.taskId, rateMinor }));
      const body = entries.map(({ seconds: durationSeconds, place, day }) => ({
        ...places[place],
        durationSeconds,
        startedAt: `2026-03-0${day}T09:00:00Z`,
      }));
      ok(await owner.post("/v1/time-entries/batch", { entries: body }));
      const id = await bill(owner);
      const { totals } = (await owner.get(`${path}/${id}`)).json;
      for (const groupBy of ["project", "task", "user", "date", "entry", "date,project", "client"]) {
        const lines = await linesOf(owner, id, groupBy);
        const sum = (of: (line: Json) => number) =>
          lines.data.reduce((total: number, line: Json) => total + of(line), 0);
        const times = lines.data.map(({ billableSeconds }: Json) => billableSeconds);
        assert.deepEqual(
          lines.data.map(({ quantity }: Json) => quantity),
          sharesOf(times),
        );
        assert.equal(lines.totals.quantity, sharesOf([totals.billableSeconds])[0]);
        assert.equal(
          sum(({ quantity }) => Math.round(Number(quantity) * 100)),
          Math.round(Number(lines.totals.quantity) * 100),
        );
        assert.deepEqual(
          [sum((line) => line.amountMinor), sum((line) => line.entries), sum((line) => line.billableSeconds)],
          [totals.amountMinor, totals.entries, totals.billableSeconds],
        );
        for (const { quantity, unitPriceMinor, amountMinor, exact } of lines.data) {
          const product =
            unitPriceMinor === null
              ? undefined
              : (BigInt(Math.round(Number(quantity) * 100)) * BigInt(unitPriceMinor) + 50n) / 100n;
          assert.equal(exact, product === BigInt(amountMinor));
        }
      }
    }),
    { numRuns: 15 },
  );
});
