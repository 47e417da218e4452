import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { hold } from "#test/databases/hold.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { applied, previewed, togglCsv } from "#test/worlds/import-files.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

async function ok(answer: ReturnType<Caller["get"]>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

test("whatever is written beside submissions is in the figures or refused", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const other = await newProject(owner);
  const movable: Json[] = [];
  for (let at = 0; at < 30; at++)
    movable.push(await newEntry(member, where, { startedAt: "2026-04-02T10:00:00Z", durationSeconds: 1 }));
  const sheet = `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m20260301`;
  await newEntry(member, where, { startedAt: "2026-03-02T10:00:00Z", durationSeconds: 1 });
  const tally = { stored: 0, refused: 0 };
  for (let round = 0; round < 10; round++) {
    const startedAt = `2026-03-${String(3 + round).padStart(2, "0")}T10:00:00Z`;
    const entry = entryBody(where, { startedAt, durationSeconds: 1 });
    const toMember = { ...entry, userId: member.userId };
    const writes = [
      member.post("/v1/time-entries", entry),
      owner.post("/v1/time-entries", toMember, { "idempotency-key": `round ${round}` }),
      member.post("/v1/time-entries", { ...entry, externalRef: `round ${round}` }),
      member.post("/v1/time-entries/batch", { entries: [entry, entry] }),
      ...movable
        .slice(round * 3, round * 3 + 3)
        .map(({ id }) => owner.patch(`/v1/time-entries/${id}`, { startedAt, ...other })),
      owner.post("/v1/tags/rename", { from: ["none"], to: "some" }),
      owner.post("/v1/time-entries/reround", { apply: true }),
    ];
    const submitted = member.post(`${sheet}/submit`);
    // The submission must not block another member's write.
    const theirs = owner.post("/v1/time-entries", entry);
    const answers = await Promise.all(writes);
    assert.equal((await theirs).status, 201);
    const closed = await ok(submitted);
    for (const { status, json, text } of answers) {
      if (status < 300) tally.stored++;
      else {
        assert.deepEqual([status, json.code], [409, "period_locked"], text);
        tally.refused++;
      }
    }
    const listed = await ok(
      owner.get(`/v1/time-entries?userId=${member.userId}&from=2026-03-01&to=2026-03-31&limit=200&tz=Europe/Berlin`),
    );
    assert.deepEqual([closed.entries, closed.seconds], [listed.data.length, listed.data.length]);
    await ok(member.post(`${sheet}/withdraw`));
  }
  assert.ok(tally.stored > 0 && tally.refused > 0, JSON.stringify(tally));
});

test("a timer that is stopped or started beside a submission is in the figures, or one of them is refused", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const tally = { submitted: 0, running: 0, refusedStarts: 0 };
  for (let round = 0; round < 24; round++) {
    const member = await world.newMember(owner, "member");
    await newEntry(member, where, { startedAt: "2026-03-02T10:00:00Z", durationSeconds: 1 });
    const sheet = `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m20260301`;
    const start = { ...where, startedAt: "2026-03-31T10:00:00Z" };
    const stops = round % 2 === 0;
    if (stops) await ok(member.post("/v1/timer", start));
    const [first, second] = await Promise.all([
      stops
        ? owner.post(`/v1/timers/${member.userId}/stop`, { endedAt: "2026-03-31T10:00:05Z" })
        : member.post("/v1/timer", start),
      member.post(`${sheet}/submit`),
    ]);
    const isSubmitted = second.status === 200;
    if (isSubmitted) tally.submitted++;
    else {
      assert.deepEqual([second.status, second.json.code], [409, "timer_running"], second.text);
      tally.running++;
    }
    if (stops) {
      assert.equal(first.status, 201, first.text);
      if (isSubmitted) assert.deepEqual([second.json.entries, second.json.seconds], [2, 6]);
    } else if (first.status === 201) {
      assert.equal(isSubmitted, false, "no timer runs in a closed period");
    } else {
      assert.deepEqual([first.status, first.json.code], [409, "period_locked"], first.text);
      tally.refusedStarts++;
      assert.equal(isSubmitted, true);
    }
  }
  assert.ok(tally.submitted > 0 && tally.running > 0, JSON.stringify(tally));
});

test("an import beside submissions is in their figures, or leaves those rows out and counts them", async () => {
  const owner = await world.newOrganization({ timeZone: "UTC" });
  const where = await newProject(owner);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const members = await Promise.all(Array.from({ length: 6 }, () => world.newMember(owner, "member")));
  const emails = new Map<string, string>(
    (await ok(owner.get("/v1/members"))).data.map(({ userId, email }: Json) => [userId, email]),
  );
  const tally = { imported: 0, left: 0 };
  for (let round = 0; round < 5; round++) {
    const month = `2026-0${round % 3 === 0 ? 1 : round % 3 === 1 ? 2 : 3}`;
    for (const member of members)
      await newEntry(member, where, { startedAt: `${month}-20T10:00:00Z`, durationSeconds: 1 });
    const rows = members.flatMap(({ userId }) =>
      Array.from({ length: 40 }, (_, at) => ({
        email: emails.get(userId) ?? "",
        user: userId,
        date: `${month}-${String(1 + (at % 19)).padStart(2, "0")}`,
        description: `Round ${round}, ${at}`,
        seconds: 60,
      })),
    );
    const { id } = await previewed(owner, togglCsv(rows));
    const idOf = ({ userId }: Caller) => `sheet_${userId.slice("user_".length)}m${month.replace("-", "")}01`;
    const closed = new Map<string, Json>();
    const submit = async (member: Caller) =>
      void closed.set(member.userId, await ok(member.post(`/v1/timesheets/${idOf(member)}/submit`)));
    // The first submission certainly precedes the import, and the last one certainly follows it.
    const [first, ...others] = members as [Caller, ...Caller[]];
    const last = others.pop() as Caller;
    await submit(first);
    const submitAll = async () => {
      for (const member of others) {
        await setTimeout(70 * Math.random());
        await submit(member);
      }
    };
    const [result] = await Promise.all([applied(owner, id), submitAll()]);
    await submit(last);
    assert.equal(result.status, "applied", JSON.stringify(result));
    let stored = 0;
    for (const member of members) {
      const listed = await ok(
        owner.get(`/v1/time-entries?userId=${member.userId}&from=${month}-01&to=${month}-28&limit=200`),
      );
      const sheet = closed.get(member.userId);
      assert.deepEqual(
        [sheet.entries, sheet.seconds],
        [listed.data.length, listed.data.reduce((sum: number, each: Json) => sum + each.durationSeconds, 0)],
      );
      const own = listed.data.filter(({ description }: Json) => description.startsWith(`Round ${round},`)).length;
      assert.ok(own === 0 || own === 40, `${own} of 40`);
      stored += own;
      if (own === 40) tally.imported++;
      else tally.left++;
      await ok(member.post(`/v1/timesheets/${idOf(member)}/withdraw`));
    }
    const [{ imported }] = result.preview.totals.months;
    assert.equal(imported.rows, stored);
  }
  assert.ok(tally.imported >= 5 && tally.left >= 5, JSON.stringify(tally));
});

test("an import whose rows a submission keeps out after they were counted counts them again", async () => {
  const owner = await world.newOrganization({ timeZone: "UTC" });
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const [one, other] = [await world.newMember(owner, "member"), await world.newMember(owner, "member")];
  await newEntry(one, await newProject(owner), { startedAt: "2026-03-20T10:00:00Z", durationSeconds: 1 });
  const { data } = await ok(owner.get("/v1/members"));
  const rows = [one, other, other].map(({ userId }, at) => ({
    email: data.find((member: Json) => member.userId === userId).email,
    user: userId,
    project: "New in the file",
    date: `2026-03-0${at + 2}`,
    description: String(at),
    seconds: 60,
  }));
  const { id } = await previewed(owner, togglCsv(rows));
  // Stops the import between counting the rows and storing them, when it creates the project.
  const held = await hold(world.db, sql`lock table projects in share row exclusive mode`);
  const applying = applied(owner, id);
  await held.untilItBlocks(1);
  await ok(one.post(`/v1/timesheets/sheet_${one.userId.slice("user_".length)}m20260301/submit`));
  await held.commit();
  const { preview } = await applying;
  assert.equal((await ok(owner.get("/v1/time-entries"))).data.length, 3);
  assert.deepEqual([preview.totals.imported.rows, preview.creates.entries], [2, 2]);
  assert.deepEqual(preview.leftOut, [{ reason: "period_locked", rows: 1, seconds: 60 }]);
});
