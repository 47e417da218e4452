import assert from "node:assert/strict";
import { test } from "node:test";
import { raw, type Sql, sql } from "#platform/database/database.ts";
import { hold, listBlocked, waitFor } from "#test/databases/hold.ts";
import { ok } from "#test/worlds/closed-months.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { applied, previewed, togglCsv } from "#test/worlds/import-files.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

const sheetOf = ({ userId }: Caller) => `/v1/timesheets/sheet_${userId.slice("user_".length)}m20260301`;

const submit = (member: Caller) => insist(() => member.post(`${sheetOf(member)}/submit`));

/** Creates an organization whose members submit their months, one of these members, and a project. */
async function newWorld() {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  return { owner, member: await world.newMember(owner, "member"), where: await newProject(owner) };
}

/**
 * Sends `first`, which waits for the lock, and then `second`. Releases the lock once `second` waits too, or has been
 * answered.
 */
async function race<Second>(
  lock: Sql,
  first: () => Promise<Answer>,
  second: () => Promise<Second>,
): Promise<[Answer, Second]> {
  const held = await hold(world.db, lock);
  const firstAnswer = first();
  await held.untilItBlocks(1);
  let isAnswered = false;
  const secondAnswer = second().finally(() => (isAnswered = true));
  await waitFor(async () => isAnswered || (await listBlocked(world.db)).length === 2);
  await held.commit();
  return Promise.all([firstAnswer, secondAnswer]);
}

/** Stops writes of entries after they have acquired their locks, when they change an entry or refer to its task. */
const entriesLock = ({ orgId }: Caller) => sql`
  select from time_entries e join tasks t on t.org_id = e.org_id and t.id = e.task_id
   where e.org_id = ${orgId} for update`;
/** Stops submissions after they have acquired their locks and read the figures. */
const sheetsLock = sql`lock table timesheets in share row exclusive mode`;

const listMarch = async (owner: Caller, { userId }: Caller): Promise<Json[]> =>
  (await ok(owner.get(`/v1/time-entries?userId=${userId}&from=2026-03-01&to=2026-03-31&limit=200`))).data;

/** Asserts that the submitted timesheet has the figures of the stored entries. */
async function assertFigures(owner: Caller, member: Caller, sheet: Json): Promise<void> {
  const entries = await listMarch(owner, member);
  const sumOf = (name: string) => entries.reduce((sum, entry) => sum + entry[name], 0);
  assert.deepEqual(
    [sheet.entries, sheet.seconds, sheet.billableSeconds],
    [entries.length, sumOf("durationSeconds"), sumOf("billableSeconds")],
  );
}

interface Write {
  /** The reply if the submission comes first; 409 by default. */
  becomes?: object;
  send: (callers: { owner: Caller; member: Caller }, entry: Json, movable: Json) => Promise<Answer>;
}

const moved = { startedAt: "2026-03-05T10:00:00Z" };
const writes: Record<string, Write> = {
  "an entry": { send: ({ member }, entry) => member.post("/v1/time-entries", entry) },
  "an entry of another author, repeatable": {
    send: ({ owner, member: { userId } }, entry) =>
      owner.post("/v1/time-entries", { ...entry, userId }, { "idempotency-key": JSON.stringify(entry) }),
  },
  "an entry with a reference": {
    send: ({ member }, entry) =>
      member.post("/v1/time-entries", { ...entry, externalRef: `of ${entry.durationSeconds}` }),
  },
  "a batch": { send: ({ member }, entry) => member.post("/v1/time-entries/batch", { entries: [entry, entry] }) },
  "a change that moves an entry into the month": {
    send: ({ owner }, _entry, { id }) => owner.patch(`/v1/time-entries/${id}`, moved),
  },
  "a change that also moves it to another project": {
    send: async ({ owner }, { projectId, taskId }, { id }) =>
      owner.patch(`/v1/time-entries/${id}`, { ...moved, projectId, taskId }),
  },
  "a renaming of tags": {
    becomes: { changed: 0, locked: 1 },
    send: ({ owner }) => owner.post("/v1/tags/rename", { from: ["Review"], to: "Check" }),
  },
  "a new rounding": {
    becomes: { entries: 0, locked: 1 },
    send: ({ owner }) => owner.post("/v1/time-entries/reround", { apply: true }),
  },
};

for (const [name, { becomes, send }] of Object.entries(writes))
  test(`${name} beside a submission is in its figures or refused, whichever comes first`, async () => {
    const { owner, member, where } = await newWorld();
    const elsewhere = await newProject(owner);
    const newMovable = () => newEntry(member, elsewhere, { startedAt: "2026-04-02T10:00:00Z", durationSeconds: 1 });
    const movable = [await newMovable(), await newMovable()] as const;
    const entry = (durationSeconds: number) => entryBody(where, { durationSeconds });
    const tagged = await newEntry(member, where, { durationSeconds: 1, tags: ["Review"] });
    await ok(owner.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 15 } }));
    const callers = { owner, member };

    const [stored, submitted] = await race(
      entriesLock(owner),
      () => send(callers, entry(2), movable[0]),
      () => submit(member),
    );
    assert.ok(stored.status < 300, stored.text);
    assert.equal(submitted.status, 200, submitted.text);
    await assertFigures(owner, member, submitted.json);
    await ok(member.post(`${sheetOf(member)}/withdraw`));

    // Restores what the first round changed, so that the second round starts from the same data.
    await ok(owner.patch(`/v1/time-entries/${tagged.id}`, { tags: ["Review"] }));
    await ok(owner.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 30 } }));
    const versions = async () => (await listMarch(owner, member)).map(({ id, version }) => `${id} ${version}`);
    const before = await versions();
    const [closed, late] = await race(
      sheetsLock,
      () => submit(member),
      async () => {
        // The submission must not block another member's write.
        await newEntry(owner, where);
        return send(callers, entry(3), movable[1]);
      },
    );
    assert.equal(closed.status, 200, closed.text);
    if (becomes === undefined) assert.deepEqual([late.status, late.json.code], [409, "period_locked"], late.text);
    else assert.partialDeepStrictEqual(late.json, becomes);
    assert.deepEqual(await versions(), before);
    await assertFigures(owner, member, closed.json);
  });

test("a timer that is stopped or started beside a submission is in the figures, or one of them is refused", async () => {
  const { owner, where } = await newWorld();
  const start = { ...where, startedAt: "2026-03-31T10:00:00Z" };
  const timersLock = (mode: "exclusive" | "access exclusive") => sql`lock table timers in ${raw(mode)} mode`;
  const newMember = async () => {
    const member = await world.newMember(owner, "member");
    await newEntry(member, where, { startedAt: "2026-03-02T10:00:00Z", durationSeconds: 1 });
    const stop = () => owner.post(`/v1/timers/${member.userId}/stop`, { endedAt: "2026-03-31T10:00:05Z" });
    return { member, start: () => member.post("/v1/timer", start), stop, submit: () => submit(member) };
  };
  const outcomeOf = ({ status, json }: Answer) => (status < 300 ? status : `${status} ${json.code}`);

  const stopped = await newMember();
  await ok(stopped.start());
  const [stop, afterStop] = await race(entriesLock(owner), stopped.stop, stopped.submit);
  assert.deepEqual([stop, afterStop].map(outcomeOf), [201, 200]);
  assert.deepEqual([afterStop.json.entries, afterStop.json.seconds], [2, 6]);

  const running = await newMember();
  await ok(running.start());
  const [beforeStop, lateStop] = await race(timersLock("access exclusive"), running.submit, running.stop);
  assert.deepEqual([beforeStop, lateStop].map(outcomeOf), ["409 timer_running", 201]);

  const started = await newMember();
  const starting = await race(timersLock("exclusive"), started.start, started.submit);
  assert.deepEqual(starting.map(outcomeOf), [201, "409 timer_running"]);

  const closed = await newMember();
  const closing = await race(sheetsLock, closed.submit, closed.start);
  assert.deepEqual(closing.map(outcomeOf), [200, "409 period_locked"]);
});

/** Returns the rows of a file with five entries of each member, beside one that each member has already. */
async function newRows(owner: Caller, members: Caller[], project?: string) {
  const { data } = await ok(owner.get("/v1/members"));
  const where = await newProject(owner);
  for (const member of members)
    await newEntry(member, where, { startedAt: "2026-03-20T10:00:00Z", durationSeconds: 1 });
  return members.flatMap(({ userId }) =>
    Array.from({ length: 5 }, (_, at) => ({
      email: data.find((each: Json) => each.userId === userId).email,
      user: userId,
      date: `2026-03-0${at + 2}`,
      description: String(at),
      seconds: 60,
      ...(project === undefined ? {} : { project }),
    })),
  );
}

const lock = (name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

test("an import beside submissions is in their figures, or leaves those rows out and counts them", async () => {
  const { owner } = await newWorld();
  const newMember = () => world.newMember(owner, "member");
  const [early, planned, written, during, late] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  const members = [early, planned, written, during, late];
  const { id } = await previewed(owner, togglCsv(await newRows(owner, members)));
  const sheets = new Map<Caller, Json>();
  const close = async (member: Caller) => void sheets.set(member, await ok(submit(member)));

  await close(early);
  const [beginning, folding] = [lock(`import work ${owner.orgId} ${id}`), lock(`fold ${owner.orgId}`)];
  const beforePlan = await hold(world.db, beginning);
  const applying = applied(owner, id);
  await beforePlan.untilItBlocks(1);
  await close(planned);
  const afterWriting = await hold(world.db, folding);
  await beforePlan.commit();
  await afterWriting.untilItBlocks(1);
  await close(written);
  // Acquires the lock as soon as the first attempt releases it. The second attempt keeps timesheets open while it waits.
  const again = hold(world.db, folding);
  await waitFor(async () => (await listBlocked(world.db)).length === 2);
  await afterWriting.commit();
  const secondTime = await again;
  await secondTime.untilItBlocks(1);
  const closing = close(during);
  await waitFor(async () => (await listBlocked(world.db)).length === 2);
  await secondTime.commit();
  const { status, proof, preview } = await applying;
  await closing;
  await close(late);

  assert.deepEqual([status, proof.isExact], ["applied", true]);
  const stored = new Map<Caller, number>();
  for (const member of members) {
    await assertFigures(owner, member, sheets.get(member));
    stored.set(member, (await listMarch(owner, member)).length - 1);
  }
  assert.deepEqual([...stored.values()], [0, 0, 0, 5, 5]);
  assert.deepEqual([preview.totals.imported.rows, preview.creates.entries], [10, 10]);
  assert.deepEqual(preview.leftOut, [{ reason: "period_locked", rows: 15, seconds: 900 }]);
});

test("an import that is about to end waits for a submission, and leaves its rows out", async () => {
  const { owner, member } = await newWorld();
  const { id } = await previewed(owner, togglCsv(await newRows(owner, [member])));
  const [sheet, { status, preview }] = await race(
    sheetsLock,
    () => submit(member),
    () => applied(owner, id),
  );
  await assertFigures(owner, member, sheet.json);
  assert.deepEqual([status, preview.totals.imported.rows], ["applied", 0]);
  assert.deepEqual(preview.leftOut, [{ reason: "period_locked", rows: 5, seconds: 300 }]);
});

test("an import whose rows a submission keeps out after they were counted counts them again", async () => {
  const { owner, member } = await newWorld();
  const other = await world.newMember(owner, "member");
  const { id } = await previewed(owner, togglCsv(await newRows(owner, [member, other], "New in the file")));
  // Stops the import between counting the rows and storing them, when it creates the project.
  const held = await hold(world.db, sql`lock table projects in share row exclusive mode`);
  const applying = applied(owner, id);
  await held.untilItBlocks(1);
  const sheet = await ok(submit(member));
  await held.commit();
  const { preview } = await applying;
  await assertFigures(owner, member, sheet);
  assert.deepEqual([preview.totals.imported.rows, preview.creates.entries], [5, 5]);
  assert.deepEqual(preview.leftOut, [{ reason: "period_locked", rows: 5, seconds: 300 }]);
});
