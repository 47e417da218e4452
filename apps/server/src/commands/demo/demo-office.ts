import type { Actor } from "#identity/access.ts";
import { changeOrganization } from "#identity/organizations/change-organization.ts";
import { createTeam } from "#identity/teams/team-verbs.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { dateAt, dayMs } from "#platform/days.ts";
import { createBatch } from "#tracking/month/billing-batches/billing-verbs.ts";
import { deleteOldNotices } from "#tracking/notices/queries.ts";
import { changeProject } from "#tracking/ledger/projects/project-verbs.ts";
import { createSavedReport } from "#tracking/reports/saved-reports/saved-report-verbs.ts";
import { applySettings } from "#tracking/ledger/settings/apply-settings.ts";
import { sheetId, startOfPeriod } from "#tracking/month/timesheets/periods.ts";
import type { Verb } from "#tracking/month/timesheets/operations/refuse-transition.ts";
import { changeTimesheets } from "#tracking/month/timesheets/operations/transitions.ts";
import { projects, punctual, sentBack, teams } from "./demo-company.ts";

/** The demo's organization once everyone has tracked their time. */
export interface TrackedDemo {
  now: Date;
  timeZone: string;
  /** The people who track time, by email address; the owner first. */
  actors: ReadonlyMap<string, Actor>;
  userIds: ReadonlyMap<string, string>;
  projectIds: ReadonlyMap<string, string>;
  clientIds: ReadonlyMap<string, string>;
}

const weeksOfApprovals = 6;

/** Adds what an office does with a year of time: teams, timesheets in every state, billing batches and reports. */
export async function runOffice(db: DatabasePool, demo: TrackedDemo): Promise<void> {
  const [owner] = demo.actors.values();
  if (owner === undefined) throw new Error("the demo has no owner");
  await db.transaction((tx) => addTeams(tx, owner, demo));
  await addTimesheets(db, owner, demo);
  await db.transaction((tx) => billMonths(tx, owner, demo));
  await db.transaction((tx) => addReports(tx, owner));
  // Runs after the entries are written, so that only the current periods of budgets cause notices.
  await db.transaction((tx) => addBudgets(tx, owner, demo));
}

async function addTeams(tx: Transaction, owner: Actor, { userIds }: TrackedDemo): Promise<void> {
  const idsOf = (emails: string[]) => emails.flatMap((email) => userIds.get(email) ?? []);
  for (const { name, leads, members } of teams)
    await createTeam(tx, owner, { input: { name, leadIds: idsOf(leads), memberIds: idsOf(members) } });
}

/**
 * Submits and approves everyone's timesheets except last week's, but sends back one for the week before last. A few
 * people have submitted last week's, which nobody has decided on.
 */
async function addTimesheets(db: DatabasePool, owner: Actor, { now, timeZone, actors }: TrackedDemo): Promise<void> {
  const today = Temporal.PlainDate.from(dateAt(now.getTime(), timeZone));
  const approvals = { period: "week", from: today.subtract({ weeks: weeksOfApprovals }).toString() } as const;
  const { week_start: weekStart } = await db.transaction((tx) =>
    changeOrganization(
      tx,
      owner,
      { input: { approvals }, ifMatch: undefined },
      { now, applySettings: (inTx, by, settings) => applySettings(inTx, by, settings, { now }) },
    ),
  );
  const weeks = Array.from({ length: weeksOfApprovals }, (_, at) =>
    startOfPeriod(today.subtract({ weeks: at + 1 }).toString(), { kind: "week", weekStart }),
  );
  const [last = "", beforeLast = ""] = weeks;
  // The approvals are old enough that the dashboard does not offer to undo them.
  const decidedAt = new Date(now.getTime() - 2 * dayMs);
  const change = (by: Actor, verb: Verb, of: readonly (readonly [Actor, string])[], at = decidedAt) =>
    db.transaction((tx) =>
      changeTimesheets(
        tx,
        by,
        verb,
        of.map(([{ userId }, start]) => ({ id: sheetId({ userId, kind: "week", start }) })),
        { note: verb === "reject" ? sentBack.note : undefined, now: at },
      ),
    );
  const [, ...others] = actors.values();
  const [deputy] = others.filter(({ role }) => role === "admin");
  const unhappy = actors.get(sentBack.email);
  if (deputy === undefined || unhappy === undefined) throw new Error("the demo lacks an admin or a member");
  for (const actor of actors.values()) {
    const own = weeks.slice(1).map((start) => [actor, start] as const);
    await change(actor, "submit", own);
    await change(
      actor === owner ? deputy : owner,
      "approve",
      own.filter(([by, start]) => by !== unhappy || start !== beforeLast),
    );
  }
  // Nobody needs to be notified of decisions from weeks ago.
  await db.transaction((tx) => deleteOldNotices(tx, owner.orgId, "infinity", 10_000));
  await change(owner, "reject", [[unhappy, beforeLast]]);
  for (const [email, actor] of actors)
    if (punctual.includes(email)) await change(actor, "submit", [[actor, last]], now);
}

async function billMonths(tx: Transaction, owner: Actor, { now, timeZone, clientIds }: TrackedDemo): Promise<void> {
  const month = Temporal.PlainDate.from(dateAt(now.getTime(), timeZone)).with({ day: 1 });
  for (const [at, [client, ago]] of (
    [
      ["Harbour Books", 3],
      ["Harbour Books", 2],
      ["Linden Clinic", 2],
    ] as const
  ).entries()) {
    const from = month.subtract({ months: ago });
    const to = from.add({ months: 1 }).subtract({ days: 1 });
    const filter = { clientId: [clientIds.get(client) ?? ""], from: from.toString(), to: to.toString() };
    const reference = `${from.year}-${String(101 + at).padStart(4, "0")}`;
    await createBatch(tx, owner, { input: { filter, reference, billedOn: to.add({ days: 1 }).toString() } }, { now });
  }
}

async function addReports(tx: Transaction, owner: Actor): Promise<void> {
  await createSavedReport(tx, owner, {
    input: { name: "My week", query: { report: "weekly", period: "thisWeek", userId: ["me"] } },
  });
  await createSavedReport(tx, owner, {
    input: {
      name: "Last month by client",
      shared: true,
      query: { report: "summary", period: "lastMonth", groupBy: ["client", "user"] },
    },
  });
}

async function addBudgets(tx: Transaction, owner: Actor, { now, projectIds }: TrackedDemo): Promise<void> {
  for (const { name, budget } of projects) {
    const id = projectIds.get(name);
    if (budget === undefined || id === undefined) continue;
    await changeProject(tx, owner, { id, input: { budget }, ifMatch: undefined }, { now });
  }
}
