import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

const people = ["owner", "admin", "manager", "lead", "member", "colleague", "viewer"] as const;
type Person = (typeof people)[number];

/** What the time is in before a door is tried. All but the first two are closed, or locked in another way. */
const states = ["open", "rejected", "submitted", "approved", "billed", "before the lock date"] as const;
type State = (typeof states)[number];

/** A month of the member's with two entries, one of them deleted, and one of the colleague's. */
interface Month {
  start: string;
  end: string;
  entryId: string;
  deletedId: string;
  othersId: string;
  sheet: string;
  where: { projectId: string; taskId: string };
  userId: string;
  colleagueId: string;
}

interface Door {
  open(caller: Caller, month: Month): Promise<Answer>;
  /** Who may use it; everyone else gets 403. */
  may: readonly Person[];
  /** The refusal in a state; the door is open in all others. */
  refused: Partial<Record<State, { status: number; code: string }>>;
}

const writers: readonly Person[] = ["owner", "admin", "manager", "lead", "member"];
const managers: readonly Person[] = ["owner", "admin", "manager"];
const deciders: readonly Person[] = [...managers, "lead"];

const locked = { status: 409, code: "period_locked" };
const wrongState = { status: 409, code: "timesheet_state" };
const closed = { submitted: locked, approved: locked, "before the lock date": locked };
/** For doors to an entry that was billed. */
const closedOrBilled = { ...closed, billed: { status: 409, code: "billed" } };

const noon = (day: string) => `${day}T12:00:00Z`;
const inside = ({ start, where, userId }: Month) => ({ ...where, userId, startedAt: noon(start), durationSeconds: 60 });
const path = "/v1/time-entries";
const note = { note: "Friday is missing." };

/** Refused in all these states. */
function unless(...open: State[]): Door["refused"] {
  return Object.fromEntries(states.filter((state) => !open.includes(state)).map((state) => [state, wrongState]));
}

const doors: Record<string, Door> = {
  create: { open: (caller, month) => caller.post(path, inside(month)), may: writers, refused: closed },
  "create in a batch": {
    open: (caller, month) => caller.post(`${path}/batch`, { entries: [inside(month)] }),
    may: writers,
    refused: closed,
  },
  change: {
    open: (caller, { entryId }) => caller.patch(`${path}/${entryId}`, { description: "changed" }),
    may: writers,
    refused: closedOrBilled,
  },
  "change in a batch": {
    open: (caller, { entryId }) =>
      caller.patch(`${path}/batch`, { entries: [{ id: entryId, description: "changed" }] }),
    may: writers,
    refused: closedOrBilled,
  },
  "move to another month": {
    open: (caller, { entryId }) => caller.patch(`${path}/${entryId}`, { startedAt: "2026-04-02T12:00:00Z" }),
    may: writers,
    refused: closedOrBilled,
  },
  "give to a colleague": {
    open: (caller, { entryId, colleagueId }) => caller.patch(`${path}/${entryId}`, { userId: colleagueId }),
    may: managers,
    refused: closedOrBilled,
  },
  "take from a colleague": {
    open: (caller, { othersId, userId }) => caller.patch(`${path}/${othersId}`, { userId }),
    may: managers,
    refused: closed,
  },
  delete: {
    open: (caller, { entryId }) => caller.delete(`${path}/${entryId}`),
    may: writers,
    refused: closedOrBilled,
  },
  "delete in a batch": {
    open: (caller, { entryId }) => caller.post(`${path}/batch/delete`, { ids: [entryId] }),
    may: writers,
    refused: closedOrBilled,
  },
  restore: {
    open: (caller, { deletedId }) => caller.post(`${path}/${deletedId}/restore`),
    may: writers,
    refused: closed,
  },
  "restore in a batch": {
    open: (caller, { deletedId }) => caller.post(`${path}/batch/restore`, { ids: [deletedId] }),
    may: writers,
    refused: closed,
  },
  submit: {
    open: (caller, { sheet }) => caller.post(`${sheet}/submit`),
    may: writers,
    refused: unless("open", "rejected", "billed", "before the lock date"),
  },
  withdraw: {
    open: (caller, { sheet }) => caller.post(`${sheet}/withdraw`),
    may: writers,
    refused: unless("submitted"),
  },
  approve: {
    open: (caller, { sheet }) => caller.post(`${sheet}/approve`),
    may: deciders,
    refused: unless("submitted"),
  },
  "send back": {
    open: (caller, { sheet }) => caller.post(`${sheet}/reject`, note),
    may: deciders,
    refused: unless("submitted"),
  },
  reopen: {
    open: (caller, { sheet }) => caller.post(`${sheet}/reopen`, note),
    may: deciders,
    refused: unless("approved"),
  },
  bill: {
    open: (caller, { start, end, userId }) =>
      caller.post("/v1/billing-batches", {
        filter: { from: start, to: end, userId: [userId], approval: ["open", "rejected", "submitted", "approved"] },
        reference: start,
      }),
    may: managers,
    refused: { billed: { status: 422, code: "nothing_to_bill" } },
  },
};

async function ok(answer: Promise<Answer>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

/** As many months as there are pairs of person and door, all in the state. */
async function newMonths(state: State): Promise<{ callers: Record<Person, Caller>; months: Month[] }> {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const join = (role: "admin" | "manager" | "member" | "viewer") => world.newMember(owner, role);
  const callers: Record<Person, Caller> = {
    owner,
    admin: await join("admin"),
    manager: await join("manager"),
    lead: await join("member"),
    member: await join("member"),
    colleague: await join("member"),
    viewer: await join("viewer"),
  };
  const { member, colleague, lead } = callers;
  await ok(owner.post("/v1/teams", { name: "Design", memberIds: [member.userId], leadIds: [lead.userId] }));
  await ok(owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 }));
  const where = await newProject(owner);
  const starts = Array.from({ length: people.length * Object.keys(doors).length }, (_, at) =>
    Temporal.PlainDate.from("2026-03-01").subtract({ months: at }),
  );
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: String(starts.at(-1)) } }));
  const months: Month[] = [];
  for (const start of starts) {
    const place = { ...where, startedAt: noon(String(start.add({ days: 9 }))), durationSeconds: 3600 };
    const entries = [member, member, colleague].map(({ userId }) => ({ ...place, userId }));
    const [entry, deleted, others] = (await ok(owner.post(`${path}/batch`, { entries }))).data;
    assert.equal((await member.delete(`${path}/${deleted.id}`)).status, 204);
    months.push({
      start: String(start),
      end: String(start.add({ months: 1 }).subtract({ days: 1 })),
      entryId: entry.id,
      deletedId: deleted.id,
      othersId: others.id,
      sheet: `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m${String(start).replaceAll("-", "")}`,
      where,
      userId: member.userId,
      colleagueId: colleague.userId,
    });
  }
  await close(state, callers, months);
  return { callers, months };
}

async function close(state: State, { owner, member, manager }: Record<Person, Caller>, months: Month[]): Promise<void> {
  const timesheets = months.map(({ sheet }) => ({ id: sheet.slice("/v1/timesheets/".length) }));
  if (state === "submitted" || state === "approved" || state === "rejected")
    await ok(member.post("/v1/timesheets/batch/submit", { timesheets }));
  if (state === "approved") await ok(manager.post("/v1/timesheets/batch/approve", { timesheets }));
  if (state === "rejected") for (const { sheet } of months) await ok(manager.post(`${sheet}/reject`, note));
  if (state === "billed") {
    const filter = { userId: [member.userId], approval: ["open"] };
    await ok(owner.post("/v1/billing-batches", { filter, reference: "All" }));
  }
  if (state === "before the lock date") await ok(owner.patch("/v1/organization", { lockDate: "2026-04-01" }));
}

/** A digest of everything that a door could have changed, with all change rows but those of refusals. */
async function digestOf({ orgId }: Caller): Promise<Json> {
  const [row] = await world.db.query<Json>(sql`
    select (select md5(string_agg(e::text, ',' order by e.id)) from time_entries e where e.org_id = ${orgId}) as entries,
           (select md5(string_agg(s::text, ',' order by s.id)) from timesheets s where s.org_id = ${orgId}) as timesheets,
           (select count(*) from billing_batches b where b.org_id = ${orgId}) as batches,
           (select jsonb_object_agg(action, count) from (
              select action, count(*) from changes where org_id = ${orgId} and action <> 'api_key.refused' group by action) c) as changes`);
  return row;
}

for (const state of states)
  test(`time that is ${state}: every person at every door`, async () => {
    const { callers, months } = await newMonths(state);
    const before = await digestOf(callers.owner);
    const opened: [string, () => Promise<Answer>][] = [];
    for (const person of people)
      for (const [name, { open, may, refused }] of Object.entries(doors)) {
        const month = months.pop();
        assert.ok(month !== undefined);
        const title = `${name} by the ${person}`;
        const expected = may.includes(person) ? refused[state] : { status: 403, code: "forbidden" };
        const knock = () => open(callers[person], month);
        if (expected === undefined) opened.push([title, knock]);
        else {
          const { status, json, text } = await knock();
          assert.deepEqual([title, status, json.code], [title, expected.status, expected.code], text);
        }
      }
    assert.deepEqual(await digestOf(callers.owner), before, "no refusal changes anything");
    for (const [title, knock] of opened) {
      const { status, text } = await knock();
      assert.ok(status < 300, `${title}: ${status} ${text}`);
    }
    assert.ok(opened.length > 0);
  });
