import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyStatement } from "@stint/sdk";
import { createDatabase } from "#test/databases/test-database.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

let now = new Date("2026-03-02T07:00:00Z");
const { db } = await createDatabase();
const world = await newTestApp({ db, now: () => now });

const march = "from=2026-03-01&to=2026-03-31";

async function ok(answer: Promise<Answer>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

type Place = Awaited<ReturnType<typeof newProject>>;

interface Office {
  owner: Caller;
  manager: Caller;
  members: Caller[];
  clientIds: string[];
  places: Place[];
}

/**
 * Creates an owner, a manager and 38 members, one of whom leads a team of 19. Also creates four projects for two
 * clients. Two of the projects round entries.
 */
async function newOffice(): Promise<Office> {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-03-01" } }));
  const manager = await world.newMember(owner, "manager");
  const members: Caller[] = [];
  for (let at = 0; at < 38; at++) members.push(await world.newMember(owner, "member"));
  const ids = members.map(({ userId }) => userId);
  await ok(owner.post("/v1/teams", { name: "North", memberIds: ids.slice(0, 19), leadIds: [ids[20]] }));
  const clientIds: string[] = [];
  for (const name of ["Acme", "Initech"]) clientIds.push((await ok(owner.post("/v1/clients", { name }))).id);
  const places: Place[] = [];
  for (const [at, name] of ["Website", "Shop", "App", "Support"].entries()) {
    const rounding = at % 2 === 0 ? null : { mode: "up", minutes: 15 };
    places.push(await newProject(owner, { name, clientId: clientIds[at % 2], rounding }));
  }
  await ok(owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9500 }));
  await ok(
    owner.post("/v1/rates", {
      kind: "billable",
      scope: "project",
      projectId: places[2]?.projectId,
      rateMinor: 12_345,
      effectiveFrom: "2026-03-16",
    }),
  );
  return { owner, manager, members, clientIds, places };
}

/** Creates the entries of a working day and, for some people, a timer that runs past midnight. */
async function work({ members, places }: Office, date: Temporal.PlainDate): Promise<void> {
  const day = String(date);
  for (const [at, member] of members.entries()) {
    const place = places[(at + date.day) % places.length];
    const entries = [
      { ...place, startedAt: `${day}T08:00:00Z`, durationSeconds: 3 * 3600 + at * 61 },
      { ...place, startedAt: `${day}T12:30:00Z`, durationSeconds: 7 * 60 + at, billable: at % 5 > 0 },
    ];
    await ok(member.post("/v1/time-entries/batch", { entries }));
    if ((at + date.day) % 13 > 0) continue;
    now = new Date(`${day}T21:30:00Z`);
    await ok(member.post("/v1/timer", { projectId: place?.projectId, description: "Release" }));
    now = new Date(`${day}T23:10:17Z`);
    await ok(member.post("/v1/timer/stop"));
  }
}

function monthOf({ userId }: Caller): string {
  return `sheet_${userId.slice("user_".length)}m20260301`;
}

async function submitAll(callers: Caller[]): Promise<void> {
  for (const caller of callers) await ok(caller.post(`/v1/timesheets/${monthOf(caller)}/submit`));
}

const sum = (rows: Json[], field: string): number => rows.reduce((total, row) => total + Number(row[field]), 0);

async function listAll(caller: Caller, path: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let cursor = ""; ;) {
    const { data, nextCursor } = await ok(caller.get(`${path}&limit=200${cursor}`));
    all.push(...data);
    if (nextCursor === null) return all;
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

/** Asserts that entries, report, timesheets and statements agree, and returns the totals. */
async function agreed({ owner, members }: Office): Promise<Json> {
  const entries = await listAll(owner, `/v1/time-entries?${march}&tz=Europe/Berlin`);
  const { totals } = await ok(owner.get(`/v1/reports/summary?${march}`));
  const sheets = await listAll(owner, `/v1/timesheets?${march}`);
  const statements = await Promise.all(
    members.map((member) => ok(owner.get(`/v1/timesheets/${monthOf(member)}/statement`))),
  );
  for (const statement of statements) assert.deepEqual((await verifyStatement(statement)).faults, []);
  for (const field of ["seconds", "billableSeconds", "amountMinor"]) {
    const ofEntry = field === "seconds" ? "durationSeconds" : field;
    assert.equal(totals[field], sum(entries, ofEntry), `report and entries: ${field}`);
    assert.equal(totals[field], sum(sheets, field), `report and timesheets: ${field}`);
    const stated = statements.map(({ amounts, totals: own }) => (field === "amountMinor" ? amounts : own));
    assert.equal(totals[field], sum(stated, field), `report and statements: ${field}`);
  }
  assert.equal(sum(sheets, "entries"), entries.length);
  return totals;
}

/** Bills a client's approved entries. Asserts that the preview, the batch, its lines and its CSV agree. */
async function bill({ manager }: Office, clientId: string): Promise<Json> {
  const wanted = { filter: { clientId: [clientId], from: "2026-03-01", to: "2026-03-31" }, reference: "2026-03" };
  const { totals } = await ok(manager.post("/v1/billing-batches", { ...wanted, dryRun: true }));
  const expected = { entries: totals.entries, amountMinor: totals.amountMinor };
  const batch = await ok(manager.post("/v1/billing-batches", { ...wanted, expected }));
  assert.deepEqual(batch.totals, totals);
  for (const groupBy of ["project,task", "user", "date", "entry"]) {
    const path = `/v1/billing-batches/${batch.id}/lines?groupBy=${groupBy}`;
    const lines = await ok(manager.get(path));
    assert.equal(sum(lines.data, "amountMinor"), totals.amountMinor, groupBy);
    const hours = Math.round((totals.billableSeconds / 3600) * 100);
    const quantities = (rows: Json[]) => Math.round(sum(rows, "quantity") * 100);
    assert.equal(quantities(lines.data), hours, groupBy);
    const [head = [], ...rows] = readCsv((await manager.get(`${path}&format=csv`)).text);
    const column = (name: string) => rows.map((row) => ({ [name]: row[head.indexOf(name)] }));
    assert.equal(quantities(column("quantity")), hours, `${groupBy} as CSV`);
    assert.equal(Math.round(sum(column("amount"), "amount") * 100), totals.amountMinor, `${groupBy} as CSV`);
  }
  return batch;
}

test("the month of 40 people: worked, handed in, sent back, corrected, approved, billed, reopened and billed again", async () => {
  const office = await newOffice();
  const { owner, manager, members, clientIds, places } = office;
  for (let day = Temporal.PlainDate.from("2026-03-02"); day.month === 3; day = day.add({ days: 1 }))
    if (day.dayOfWeek < 6) await work(office, day);

  now = new Date("2026-04-01T07:00:00Z");
  // An entry for the last second of March, created in April but before the timesheets are submitted.
  const late = { ...places[0], startedAt: "2026-03-31T21:59:59Z", durationSeconds: 1 };
  for (const member of members.slice(0, 3)) await ok(member.post("/v1/time-entries", late));
  await submitAll(members);
  const [first, second] = members as [Caller, Caller];
  assertProblem(await first.post("/v1/time-entries", late), 409, "period_locked");
  await ok(manager.post(`/v1/timesheets/${monthOf(first)}/reject`, { note: "The 6th is missing." }));
  const lead = members[20] as Caller;
  await ok(lead.post(`/v1/timesheets/${monthOf(second)}/reject`, { note: "Please name the tickets." }));
  assertProblem(await lead.post(`/v1/timesheets/${monthOf(members[30] as Caller)}/approve`), 403, "forbidden");
  await ok(first.post("/v1/time-entries", { ...places[1], startedAt: "2026-03-07T09:00:00Z", durationSeconds: 1234 }));
  const [own] = (await ok(second.get(`/v1/time-entries?${march}&limit=1`))).data;
  await ok(second.patch(`/v1/time-entries/${own.id}`, { description: "SHOP-17" }));
  await submitAll([first, second]);

  const { data: rows } = await ok(manager.get(`/v1/timesheets/grid?${march}`));
  const cells = rows.flatMap(({ timesheets }: Json) => timesheets).filter(({ status }: Json) => status === "submitted");
  assert.equal(cells.length, 38);
  const seen = cells.map(({ id, version }: Json) => ({ id, version }));
  await ok(manager.post("/v1/timesheets/batch/approve", { timesheets: seen }));
  const totals = await agreed(office);

  const batches = [];
  for (const clientId of clientIds) batches.push(await bill(office, clientId));
  assert.equal(
    batches.reduce((total, batch) => total + batch.totals.amountMinor, 0),
    totals.amountMinor,
    "all that counts is billed",
  );
  assertProblem(
    await manager.post("/v1/billing-batches", { filter: { to: "2026-03-31" }, reference: "again" }),
    422,
    "nothing_to_bill",
  );

  await ok(owner.post(`/v1/timesheets/${monthOf(first)}/reopen`, { note: "The 20th was forgotten." }));
  const billed = (await ok(first.get(`/v1/time-entries?${march}&billed=true&limit=1`))).data[0];
  assertProblem(await first.patch(`/v1/time-entries/${billed.id}`, { durationSeconds: 1 }), 409, "billed");
  const forgotten = { ...places[2], startedAt: "2026-03-20T15:00:00Z", durationSeconds: 5000 };
  const added = await ok(first.post("/v1/time-entries", forgotten));
  const held = { filter: { clientId: [clientIds[0]], to: "2026-03-31" }, reference: "too early" };
  assertProblem(await manager.post("/v1/billing-batches", held), 422, "nothing_to_bill");
  await submitAll([first]);
  await ok(manager.post(`/v1/timesheets/${monthOf(first)}/approve`));
  const again = await bill(office, clientIds[0] ?? "");
  const { amountMinor } = await ok(owner.get(`/v1/time-entries/${added.id}`));
  assert.deepEqual([again.totals.entries, again.totals.amountMinor], [1, amountMinor]);
  const statement = await ok(owner.get(`/v1/timesheets/${monthOf(first)}/statement`));
  assert.deepEqual([statement.revision, statement.previous.added], [2, [added.id]]);

  const after = await agreed(office);
  assert.equal(after.amountMinor, totals.amountMinor + amountMinor);
  const { data: clients } = await ok(owner.get("/v1/clients"));
  assert.deepEqual(
    clients.map((client: Json) => [client.unbilledAmountMinor, client.unbilledSeconds]),
    [
      [0, 0],
      [0, 0],
    ],
  );
  await assertSound(db);
});
