import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { applied, previewed, settled, togglCsv, undone, upload } from "#test/worlds/import-files.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";

test("imported entries have the prices, rounding and budgets of created ones, and the doctor finds nothing", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  const budget = { kind: "time", seconds: 3600, alertPercents: [50] };
  const rounding = { mode: "up", minutes: 15 };
  const { projectId } = await newProject(caller, { name: "Website", budget, rounding });
  await caller.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  const rows = [
    { client: "", seconds: 901 },
    { client: "", seconds: 3601, tags: "ui" },
  ];
  const { id } = await previewed(caller, togglCsv(rows));
  const { proof } = await applied(caller, id);
  assert.equal(proof.isExact, true);
  const { totals } = (await caller.get("/v1/reports/summary")).json;
  assert.partialDeepStrictEqual(totals, { seconds: 4502, billableSeconds: 1800 + 4500, amountMinor: 4500 + 11_250 });
  const told = await db.query<{ action: string; target_id: string }>(
    sql`select action, target_id from changes where org_id = ${caller.orgId} and action like 'budget.%' order by action`,
  );
  assert.deepEqual(told, [
    { action: "budget.exceeded", target_id: projectId },
    { action: "budget.threshold_reached", target_id: projectId },
  ]);
  await assertSound(db);
  await undone(caller, id);
  await assertSound(db);
  await applied(caller, (await previewed(caller, togglCsv(rows))).id);
  await foldOrganization(db, caller.orgId);
  await assertSound(db);
});

test("rows in a locked period are left out and listed, and an undo keeps what was locked since", async () => {
  const caller = await (await testApp()).newOrganization();
  await caller.patch("/v1/organization", { lockDate: "2026-03-02" });
  const file = togglCsv([{ date: "2026-03-01" }, { date: "2026-03-05", seconds: 60 }]);
  const { id, preview } = await previewed(caller, file);
  assert.deepEqual(preview.leftOut, [{ reason: "period_locked", rows: 1, seconds: 3600 }]);
  assert.partialDeepStrictEqual(await applied(caller, id), { status: "applied", proof: { isExact: true } });
  await caller.patch("/v1/organization", { lockDate: "2026-04-01" });
  const { kept } = await undone(caller, id);
  assert.deepEqual(kept[0]?.reason, "It is locked.");
  assert.equal((await caller.get("/v1/time-entries")).json.data.length, 1);
});

test("an import is applied once, however many requests ask for it", async () => {
  const caller = await (await testApp()).newOrganization();
  const { id } = await previewed(caller, togglCsv([{}, { seconds: 5 }]));
  const answers = await Promise.all([1, 2, 3].map(() => caller.post(`/v1/imports/${id}/apply`)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [202, 422, 422],
  );
  await Promise.all([settled(caller, id), settled(caller, id)]);
  assert.equal((await caller.get("/v1/time-entries")).json.data.length, 2);
});

test("entries that are created while an import is applied count as well", async () => {
  const { db } = await createDatabase();
  const caller = await (await newTestApp({ db })).newOrganization();
  const where = await newProject(caller, { name: "Website", budget: { kind: "time", seconds: 100_000 } });
  const rows = Array.from({ length: 500 }, (_, at) => ({ client: "", task: "Build", seconds: 60 + at }));
  const { id } = await previewed(caller, togglCsv(rows));
  await caller.post(`/v1/imports/${id}/apply`);
  const applying = settled(caller, id);
  let created = 0;
  for (let isOver = false; !isOver;) {
    const answer = await caller.post("/v1/time-entries", entryBody(where, { durationSeconds: 7 }));
    assert.equal(answer.status, 201, answer.text);
    created++;
    isOver = (await Promise.race([applying, Promise.resolve("going on")])) !== "going on";
  }
  assert.equal((await applying).status, "applied");
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.entries, 500 + created);
  await assertSound(db);
});

test("a change of the rules for entries in the middle restarts the import", async () => {
  const { db } = await createDatabase();
  const caller = await (await newTestApp({ db })).newOrganization();
  const rows = Array.from({ length: 600 }, (_, at) => ({
    seconds: 60 + at,
    date: at % 2 === 0 ? "2026-03-01" : "2026-03-05",
  }));
  const { id } = await previewed(caller, togglCsv(rows));
  await caller.post(`/v1/imports/${id}/apply`);
  const applying = settled(caller, id);
  const answer = await caller.patch("/v1/organization", { lockDate: "2026-03-02" });
  const { status, preview, proof } = await applying;
  assert.deepEqual([status, proof.isExact], ["applied", true]);
  // Depending on timing, the import finishes before the new lock date or leaves out all locked rows.
  const locked = preview.leftOut.find(({ reason }: Json) => reason === "period_locked")?.rows ?? 0;
  assert.ok(answer.status === 200 && (locked === 0 || locked === 300), `${answer.status}, ${locked}`);
  await assertSound(db);
});

test("people are mapped to members, to invitations, or to members without a sign-in", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const people = ["a", "b", "c"].map((name) => ({ user: `Person ${name}`, email: `${name}@example.com` }));
  const { id } = await previewed(caller, togglCsv(people));
  for (const [key, becomes, status] of [
    ["z@example.com", { inactive: true }, 422],
    ["a@example.com", {}, 422],
    ["a@example.com", { userId: "user_0" }, 404],
    ["a@example.com", { userId: member.userId, role: "member" }, 422],
  ] as const)
    assert.equal((await caller.patch(`/v1/imports/${id}`, { people: { [key]: becomes } })).status, status, key);
  const answer = await caller.patch(`/v1/imports/${id}`, {
    people: {
      "a@example.com": { userId: member.userId },
      "b@example.com": { invite: "b@example.org", role: "manager" },
    },
  });
  assert.equal(answer.json.preview.creates.people, 2);
  await applied(caller, id);
  const { data } = (await caller.get("/v1/members")).json;
  const shown = data.filter(({ userId }: Json) => ![caller.userId, member.userId].includes(userId));
  assert.deepEqual(shown.map(({ name, status }: Json) => [name, status]).toSorted(), [
    ["Person b", "deactivated"],
    ["Person c", "deactivated"],
  ]);
  for (const { email } of shown) assert.match(email, /^user_\w+@import\.invalid$/);
  const [invitation] = (await caller.get("/v1/invitations")).json.data;
  assert.partialDeepStrictEqual(invitation, { email: "b@example.org", role: "manager", status: "pending" });
  const entries = (await caller.get(`/v1/time-entries?userId=${member.userId}`)).json.data;
  assert.equal(entries.length, 1);
});

test("a known person of another organization is neither adopted nor revealed", async () => {
  const { newOrganization, db } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  const [person] = await db.query<{ email: string; name: string }>(
    sql`select email, name from users where id = ${stranger.userId}`,
  );
  const { id } = await previewed(caller, togglCsv([{ user: "Somebody", email: person?.email ?? "" }]));
  await applied(caller, id);
  const { data } = (await caller.get("/v1/members")).json;
  const made = data.find(({ name }: Json) => name === "Somebody");
  assert.notEqual(made.userId, stranger.userId);
  assert.notEqual(made.email, person?.email);
});

test("files that aren't exports fail with a sentence, and nothing is written", async () => {
  const caller = await (await testApp()).newOrganization();
  const zip = Buffer.from("504b0304140000000800", "hex");
  for (const [file, type] of [
    [Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "text/csv"],
    ["\n\n", "text/csv"],
    ["{}", "application/json"],
    [zip, "application/zip"],
    ["x".repeat(3_000_000), "text/csv"],
  ] as const) {
    const { status, failure, preview } = await previewed(caller, file, "", type);
    assert.deepEqual([status, preview], ["failed", null], type);
    assert.match(failure, /^[A-Z].{15,}\.$/s);
  }
  assertProblem(
    await caller.send("POST", "/v1/imports", undefined, { raw: "a", headers: { "content-type": "image/png" } }),
    415,
    "unsupported_media_type",
  );
  assert.deepEqual((await caller.get("/v1/projects")).json.data, []);
});

test("a choice that affects reading reads the file again", async () => {
  const caller = await (await testApp()).newOrganization();
  const { id } = await previewed(caller, togglCsv([{ date: "2026-03-01", time: "00:30:00" }]));
  const answer = await caller.patch(`/v1/imports/${id}`, { timeZone: "Asia/Tokyo" });
  assert.equal(answer.json.status, "reading");
  await settled(caller, id);
  await applied(caller, id);
  const [entry] = (await caller.get("/v1/time-entries")).json.data;
  assert.equal(entry.startedAt, "2026-02-28T15:30:00Z");
});

test("an import keeps the time zone of its upload when the organization's changes", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const colleague = await newMember(caller, "admin");
  const file = togglCsv([{ date: "2026-03-02", time: "09:00:00" }]);
  const [waiting, shown] = [await upload(caller, file), await previewed(caller, file.replace("Build", "Test"))];
  assert.equal((await colleague.patch("/v1/organization", { timeZone: "Asia/Tokyo" })).status, 200);
  for (const { id } of [waiting, shown]) assert.equal((await caller.get(`/v1/imports/${id}`)).json.timeZone, "UTC");
  const same = await caller.patch(`/v1/imports/${shown.id}`, { timeZone: "UTC" });
  assert.deepEqual([same.json.status, same.json.version], ["previewed", shown.version]);
  const changed = await caller.patch(`/v1/imports/${shown.id}`, { timeZone: "Asia/Tokyo" });
  assert.deepEqual([changed.json.status, changed.json.timeZone], ["reading", "Asia/Tokyo"]);
  for (const { id } of [waiting, shown]) {
    await settled(caller, id);
    await applied(caller, id);
  }
  const { data } = (await caller.get("/v1/time-entries")).json;
  assert.deepEqual(data.map(({ startedAt }: Json) => startedAt).toSorted(), [
    "2026-03-02T00:00:00Z",
    "2026-03-02T09:00:00Z",
  ]);
});

test("an upload is kept once per Idempotency-Key, and a refused one leaves nothing", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const send = () =>
    caller.send("POST", "/v1/imports", undefined, {
      raw: togglCsv([{}]),
      headers: { "content-type": "text/csv", "idempotency-key": "once" },
    });
  const [first, second] = [await send(), await send()];
  assert.equal(first.json.id, second.json.id);
  const { id } = await upload(caller, togglCsv([{}]));
  assert.equal((await caller.delete(`/v1/imports/${id}`)).status, 202);
  assert.equal((await caller.get(`/v1/imports/${id}`)).status, 404);
  const chunks = await db.query<{ import_id: string }>(
    sql`select distinct import_id from import_chunks where org_id = ${caller.orgId}`,
  );
  assert.deepEqual(chunks, [{ import_id: first.json.id }]);
});

test("the next reading removes the file that a killed one left on the disk", async () => {
  const caller = await (await testApp()).newOrganization();
  const { id } = await upload(caller, togglCsv([{}]));
  const left = join(tmpdir(), `stint-import-${id}`);
  await mkdir(left);
  await writeFile(join(left, "file"), "cut off");
  const { preview } = await settled(caller, id);
  assert.deepEqual([preview.creates.entries, existsSync(left)], [1, false]);
});
