import assert from "node:assert/strict";
import { sql } from "#platform/database/database.ts";
import { newProject } from "./factories.ts";
import type { Answer, Caller, Json, TestApp } from "./test-app.ts";

export const people = ["owner", "admin", "manager", "lead", "member", "colleague", "viewer"] as const;
export type Person = (typeof people)[number];

/** The states of a month in which tests try a change. In all except the first two, the month's entries are locked. */
export const states = ["open", "rejected", "submitted", "approved", "billed", "before the lock date"] as const;
export type State = (typeof states)[number];

/** A month with two entries of the member, one of which is deleted, and one entry of the colleague. */
export interface Month {
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

export const noon = (day: string) => `${day}T12:00:00Z`;
export const note = { note: "Friday is missing." };

export async function ok(answer: Promise<Answer>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

/**
 * Creates months with entries and puts all of them into this state. The member's entry has the month's first day as a
 * tag.
 */
export async function newMonths(
  world: TestApp,
  state: State,
  count: number,
  prepare: (callers: Record<Person, Caller>, months: Month[]) => Promise<void> = async () => undefined,
): Promise<{ callers: Record<Person, Caller>; months: Month[] }> {
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
  const starts = Array.from({ length: count }, (_, at) =>
    Temporal.PlainDate.from("2026-03-01").subtract({ months: at }),
  );
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: String(starts.at(-1)) } }));
  const months: Month[] = [];
  for (const start of starts) {
    const place = { ...where, startedAt: noon(String(start.add({ days: 9 }))), durationSeconds: 3600 };
    const entries = [member, member, colleague].map(({ userId }) => ({ ...place, userId }));
    Object.assign(entries[0] ?? {}, { tags: [String(start)] });
    const [entry, deleted, others] = (await ok(owner.post("/v1/time-entries/batch", { entries }))).data;
    assert.equal((await member.delete(`/v1/time-entries/${deleted.id}`)).status, 204);
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
  await prepare(callers, months);
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

/** Returns hashes and counts of everything that a change could affect. Excludes the change rows of refused requests. */
export async function digestOf(world: TestApp, { orgId }: Caller): Promise<Json> {
  const [row] = await world.db.query<Json>(sql`
    select (select md5(string_agg(e::text, ',' order by e.id)) from time_entries e where e.org_id = ${orgId}) as entries,
           (select md5(string_agg(s::text, ',' order by s.id)) from timesheets s where s.org_id = ${orgId}) as timesheets,
           (select count(*) from billing_batches b where b.org_id = ${orgId}) as batches,
           (select jsonb_object_agg(action, count) from (
              select action, count(*) from changes where org_id = ${orgId} and action <> 'api_key.refused' group by action) c) as changes`);
  return row;
}
