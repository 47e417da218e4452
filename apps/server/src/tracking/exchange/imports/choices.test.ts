import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newClient, newEntry, newProject } from "#test/worlds/factories.ts";
import { applied, previewed, ratedCsv, settled, togglCsv, undone } from "#test/worlds/import-files.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

async function newCaller(): Promise<Caller> {
  return (await testApp()).newOrganization();
}

async function ratesOf(caller: Caller): Promise<[number, string | null][]> {
  const { data } = (await caller.get("/v1/rates")).json;
  return data
    .map(({ rateMinor, effectiveFrom }: Json) => [rateMinor, effectiveFrom])
    .toSorted(([left]: [number], [right]: [number]) => left - right);
}

const reasons = [
  { reason: "rate_in_file", rows: 2, sourceMinor: 11_000, firstRow: 1 },
  { reason: "rounded", rows: 1, sourceMinor: 12_100, firstRow: 3 },
];
const importedMoney = [{ currency: "EUR", rows: 4, sourceMinor: 23_100, importedMinor: 23_000, reasons }];

test("a preview says why Stint's amounts will differ, and whether the file has rates", async () => {
  const caller = await newCaller();
  const row = (billable: string, rate: string, amount: string, currency = "EUR") =>
    `2026-03-02,Harbour,Build,Kim,Lee,1.00,${billable},${rate},${amount},${currency}`;
  const file = (rows: readonly string[]) =>
    `Date,Project,Task,First Name,Last Name,Hours,Billable?,Billable Rate,Billable Amount,Currency\n${rows.join("\n")}\n`;
  const rows = [
    row("Yes", "80.00", "80.00"),
    row("Yes", "", "95.00"),
    row("Yes", "80.00", "80.01"),
    row("No", "80.00", "80.00"),
    row("Yes", "80.00", "80.00", "USD"),
    row("Yes", "", "0.00"),
    row("Yes", "", "15.00"),
  ];
  const { preview } = await previewed(caller, file(rows), "?source=harvest");
  const [euros, dollars] = preview.money;
  assert.equal(preview.ratedRows, 4);
  assert.deepEqual(
    euros.reasons.map((each: Json) => [each.reason, each.rows, each.sourceMinor, each.firstRow]),
    [
      ["no_rate", 2, 11_000, 2],
      ["not_billable", 1, 8000, 4],
      ["rate_in_file", 1, 8000, 1],
      ["rounded", 1, 8001, 3],
    ],
  );
  assert.deepEqual(dollars.reasons, [{ reason: "other_currency", rows: 1, sourceMinor: 8000, firstRow: 5 }]);
  const unrated = await previewed(caller, togglCsv([{ seconds: 60 }]));
  assert.deepEqual([unrated.preview.ratedRows, unrated.preview.money], [0, []]);
});

test("the rates in a file become rates of its people, from the days on which it has them, and an undo removes them", async () => {
  const caller = await newCaller();
  const { id, preview } = await previewed(caller, ratedCsv("EUR"));
  assert.deepEqual(preview.money, [{ ...importedMoney[0], importedMinor: null }]);
  assert.equal((await caller.patch(`/v1/imports/${id}`, { rates: "take" })).status, 200);
  const { preview: made, proof } = await applied(caller, id);
  assert.equal(proof.isExact, true);
  // The file has 121.00 for an hour and a half at 80.00, so the preview shows a difference.
  assert.deepEqual(made.money, importedMoney);
  assert.deepEqual(await ratesOf(caller), [
    [5_000, "2025-03-03"],
    [6_000, "2025-03-10"],
    [8_000, "2025-03-04"],
  ]);
  const { data } = (await caller.get("/v1/time-entries")).json;
  assert.deepEqual(data.map(({ description, amountMinor }: Json) => [description, amountMinor]).toSorted(), [
    ["Four", 0],
    ["One", 5_000],
    ["Three", 12_000],
    ["Two", 6_000],
  ]);
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.amountMinor, 23_000);
  await undone(caller, id);
  assert.deepEqual(await ratesOf(caller), []);
});

test("amounts in a file are shown only with the right to see money", async () => {
  const caller = await newCaller();
  const { id } = await previewed(caller, ratedCsv("EUR"));
  await applied(caller, id);
  const path = `/v1/imports/${id}`;
  const plain = await caller.world.newKey(caller, ["imports:write", "audit:read"]);
  const rich = await caller.world.newKey(caller, ["imports:write", "audit:read", "costs:read"]);
  const log = "/v1/audit-events?action=import.applied";
  const [shown, hidden] = [await rich.get(path), await plain.get(path)];
  assert.equal(shown.json.preview.money[0].sourceMinor, 23_100);
  assert.deepEqual(hidden.json.preview.money, []);
  assert.notEqual(shown.headers["etag"], hidden.headers["etag"]);
  assert.equal((await plain.get(path, { "if-none-match": shown.headers["etag"] ?? "" })).status, 200);
  for (const text of [(await plain.get("/v1/imports")).text, (await plain.get(log)).text])
    assert.doesNotMatch(text, /Minor/);
  for (const text of [(await rich.get("/v1/imports")).text, (await rich.get(log)).text])
    assert.match(text, /"sourceMinor":23100/);
  const undo = (etag: string | undefined) => plain.delete(path, { "if-match": etag ?? "" });
  assert.equal((await undo('"0-applied-plain"')).status, 412);
  assert.equal((await undo(hidden.headers["etag"])).status, 202);
});

test("rates are left out unless requested, and always in another currency", async () => {
  for (const [currency, rates] of [
    ["EUR", "ignore"],
    ["USD", "take"],
  ] as const) {
    const caller = await newCaller();
    const { id } = await previewed(caller, ratedCsv(currency));
    await caller.patch(`/v1/imports/${id}`, { rates });
    const { preview } = await applied(caller, id);
    assert.deepEqual(await ratesOf(caller), []);
    const importedMinor = currency === "EUR" ? 0 : null;
    const all = [{ reason: "other_currency", rows: 3, sourceMinor: 23_100, firstRow: 1 }];
    const why = currency === "EUR" ? reasons : all;
    assert.deepEqual(preview.money, [{ currency, rows: 4, sourceMinor: 23_100, importedMinor, reasons: why }]);
  }
});

test("if the rate in a file changes during a day, the day's last rate applies from that day", async () => {
  const caller = await newCaller();
  assert.equal((await caller.patch("/v1/organization", { timeZone: "Asia/Tokyo" })).status, 200);
  const row = (day: string, time: string, rate: string) => `2026-03-${day},${time},Kim,Harbour,1,${rate}`;
  const rows = [
    row("02", "00:30", "50.00"),
    row("02", "23:30", "80.00"),
    row("03", "09:00", "80.00"),
    row("04", "09:00", "60.00"),
    row("04", "12:00", "80.00"),
    row("05", "09:00", "70.00"),
  ];
  const { id } = await previewed(caller, `Date,Start time,Name,Project,Duration (hours),Rate\n${rows.join("\n")}\n`);
  await caller.patch(`/v1/imports/${id}`, { rates: "take" });
  await applied(caller, id);
  assert.deepEqual(await ratesOf(caller), [
    [7_000, "2026-03-05"],
    [8_000, "2026-03-02"],
  ]);
  const { data } = (await caller.get("/v1/time-entries")).json;
  assert.deepEqual(
    data
      .toSorted((one: Json, two: Json) => Date.parse(one.startedAt) - Date.parse(two.startedAt))
      .map(({ amountMinor }: Json) => amountMinor),
    [8_000, 8_000, 8_000, 8_000, 8_000, 7_000],
  );
});

test("amounts without a currency are in the organization's, with its decimals, even after it changes", async () => {
  const file = "Date,Name,Project,Duration (hours),Rate,Amount\n2026-03-02,Kim,Harbour,1,5000,5000\n";
  const cases = [
    { currency: "JPY", minor: 5_000 },
    { currency: "EUR", minor: 500_000 },
    { currency: "KWD", minor: 5_000_000 },
  ];
  for (const { currency, minor } of cases) {
    const caller = await newCaller();
    assert.equal((await caller.patch("/v1/organization", { currency })).status, 200);
    const { id, preview } = await previewed(caller, file);
    const why = [{ reason: "rate_in_file", rows: 1, sourceMinor: minor, firstRow: 1 }];
    const money = { currency, rows: 1, sourceMinor: minor, reasons: why };
    assert.deepEqual(preview.money, [{ ...money, importedMinor: null }]);
    const later = await previewed(caller, file.replace("2026-03-02", "2026-03-03"));
    for (const each of [id, later.id]) await caller.patch(`/v1/imports/${each}`, { rates: "take" });
    const made = await applied(caller, id);
    assert.deepEqual(made.preview.money, [{ ...money, importedMinor: minor }]);
    assert.deepEqual(await ratesOf(caller), [[minor, "2026-03-02"]]);
    await undone(caller, id);
    assert.equal((await caller.patch("/v1/organization", { currency: "USD" })).status, 200);
    const { preview: afterwards } = await applied(caller, later.id);
    const [other] = why.map((each) => ({ ...each, reason: "other_currency" }));
    assert.deepEqual(afterwards.money, [{ ...money, importedMinor: null, reasons: [other] }]);
    assert.deepEqual(await ratesOf(caller), []);
  }
});

test("an existing rate wins over the one in the file", async () => {
  const caller = await newCaller();
  const { projectId } = await newProject(caller, { name: "Harbour" });
  const made = await previewed(caller, ratedCsv("EUR"));
  const people = { "mara@rival.example": { userId: caller.userId } };
  await caller.patch(`/v1/imports/${made.id}`, { rates: "take", people });
  const rate = { kind: "billable", scope: "projectMember", projectId, userId: caller.userId, rateMinor: 7_000 };
  assert.equal((await caller.post("/v1/rates", { ...rate, effectiveFrom: "2025-03-03" })).status, 201);
  const { preview } = await applied(caller, made.id);
  assert.deepEqual(await ratesOf(caller), [
    [6_000, "2025-03-10"],
    [7_000, "2025-03-03"],
    [8_000, "2025-03-04"],
  ]);
  assert.equal(preview.money[0].importedMinor, 7_000 + 6_000 + 12_000);
  await undone(caller, made.id);
  assert.deepEqual(await ratesOf(caller), [[7_000, "2025-03-03"]]);
});

test("duplicate rows are added on request, and the undo removes only these", async () => {
  const caller = await newCaller();
  const rows = togglCsv([{ seconds: 60 }, { seconds: 60 }, { seconds: 90 }]);
  const count = async () => (await caller.get("/v1/time-entries")).json.data.length;
  await applied(caller, (await previewed(caller, rows)).id);
  const { id } = await previewed(caller, rows);
  assert.equal((await caller.patch(`/v1/imports/${id}`, { duplicates: "add" })).status, 200);
  const { preview } = await settled(caller, id);
  assert.deepEqual([preview.creates.entries, preview.leftOut], [3, []]);
  const { proof } = await applied(caller, id);
  assert.deepEqual([proof.isExact, await count()], [true, 6]);
  const third = await previewed(caller, rows);
  assert.deepEqual([third.preview.creates.entries, third.preview.alreadyThere], [0, 3]);
  await undone(caller, id);
  assert.equal(await count(), 3);
  assert.equal((await previewed(caller, rows)).preview.alreadyThere, 3);
});

test("a failed import is read again before its duplicates can be added", async () => {
  const caller = await newCaller();
  const { id, status, failure } = await previewed(caller, `${togglCsv([{}])}"never closed`);
  assert.equal(status, "failed");
  assert.equal((await caller.patch(`/v1/imports/${id}`, { duplicates: "add" })).json.status, "reading");
  assert.partialDeepStrictEqual(await settled(caller, id), { status, failure, preview: null });
  assertProblem(await caller.post(`/v1/imports/${id}/apply`), 422, "validation_failed");
});

test("the export of one Stint moves into another, equals the first there, and comes back without duplicates", async () => {
  const [first, second] = [await newCaller(), await newCaller()];
  const clientId = await newClient(first);
  const one = await newProject(first, { name: "Harbour", clientId });
  const two = await newProject(first, { name: "Inner works" }, { name: "Review" });
  await newEntry(first, one, { description: '=1+1 "quoted", and\na second line', tags: ["Sea", "harbour"] });
  await newEntry(first, one, { durationSeconds: 60, billable: false });
  await newEntry(first, one, { durationSeconds: 60, billable: false });
  await newEntry(first, two, { startedAt: "2026-03-29T00:30:00Z", durationSeconds: 7_200 });
  const deleted = await newEntry(first, two);
  await first.delete(`/v1/time-entries/${deleted.id}`);
  await first.post(`/v1/projects/${two.projectId}/archive`);
  const exported = async (caller: Caller) => {
    const { statusCode, rawPayload } = await caller.world.app.inject({
      url: "/v1/organization/export",
      headers: { authorization: `Bearer ${caller.apiKey}` },
    });
    assert.equal(statusCode, 200);
    return rawPayload;
  };
  const move = async (from: Caller, to: Caller) => previewed(to, await exported(from), "", "application/zip");
  const figures = async (caller: Caller) => {
    const { data } = (await caller.get("/v1/time-entries")).json;
    return data
      .map(({ description, startedAt, durationSeconds, tags, billable }: Json) =>
        JSON.stringify([description, startedAt, durationSeconds, tags, billable]),
      )
      .toSorted();
  };
  const { id, source, preview } = await move(first, second);
  assert.deepEqual(
    [source, preview.creates],
    ["stint", { clients: 1, projects: 2, tasks: 2, tags: 2, people: 1, entries: 4 }],
  );
  assert.equal((await applied(second, id)).proof.isExact, true);
  assert.deepEqual(await figures(second), await figures(first));
  const again = await move(first, second);
  assert.deepEqual([again.preview.creates.entries, again.preview.alreadyThere], [0, 4]);
  await newEntry(first, one, { description: "Later" });
  const later = await move(first, second);
  assert.deepEqual([later.preview.creates.entries, later.preview.alreadyThere], [1, 4]);
  await applied(second, later.id);
  assert.deepEqual(await figures(second), await figures(first));
});

test("an applied import says what it made, not what it would have made without the choices", async () => {
  const caller = await newCaller();
  const rows = [{}, { user: "Ada", email: "ada@rival.example" }, { user: "Bea", email: "bea@rival.example" }];
  const { id, preview } = await previewed(caller, togglCsv(rows));
  assert.equal(preview.creates.people, 3);
  const people = { "ada@rival.example": { userId: caller.userId }, "bea@rival.example": { userId: caller.userId } };
  const chosen = await caller.patch(`/v1/imports/${id}`, { people });
  assert.equal(chosen.json.preview.creates.people, 1);
  const made = await applied(caller, id);
  assert.equal(made.preview.creates.people, 1);
  assert.equal((await caller.get("/v1/members")).json.data.length, 2);
});
