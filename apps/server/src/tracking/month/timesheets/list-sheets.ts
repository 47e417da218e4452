import { askedUsers, type Actor, idsWithin, may, reachOf } from "#identity/access.ts";
import { pageSize } from "#platform/http/contract/schemas.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { AppError, gone, invalid } from "#platform/errors.ts";
import type { Database } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/replies/cursor.ts";
import { isDate } from "#platform/time.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { membersOfTeams } from "#tracking/entries/time-entries/read-filter.ts";
import { readSheetId } from "./periods.ts";
import { listSheetMembers } from "./queries.ts";
import { type Reading, readSheets, type Sheet } from "./read-sheets.ts";
import type { ListTimesheets } from "./schemas.ts";

export type SheetScope = "timesheets:read" | "timesheets:write" | "timesheets:approve";

export async function findSheet(
  db: Database,
  actor: Actor,
  scope: SheetScope,
  id: string,
  now: Date,
): Promise<Sheet | undefined> {
  const key = readSheetId(id);
  if (key === undefined) return undefined;
  const wanted = { userIds: [key.userId], from: key.start, to: key.start, ids: new Set([id]) };
  const [sheet] = await readSheets(db, await readingOf(db, actor, scope, now), wanted);
  return sheet;
}

/** Throws 403 if the timesheet is another member's and the actor may not read it. */
export function refuseReading(actor: Actor, { user_id: userId }: Sheet): void {
  if (!may(actor, "timesheets:read", userId))
    throw new AppError(
      "forbidden",
      `This is another member's timesheet. With the role ${actor.role} you may read only your own. Ask someone who may read it.`,
    );
}

export async function readingOf(db: Database, actor: Actor, scope: SheetScope, now: Date): Promise<Reading> {
  const [organization, hidden] = await Promise.all([
    findOrganization(db, actor.orgId),
    hiddenEntriesFrom(db, actor, scope),
  ]);
  if (organization === undefined) throw gone("organization");
  return { organization, hidden, now };
}

/** The members that a query selects and whose timesheets the actor may read; undefined means everyone. */
export async function membersOf(
  db: Database,
  actor: Actor,
  query: Pick<ListTimesheets, "userId" | "teamId">,
): Promise<string[] | undefined> {
  const asked = askedUsers(actor, query.userId);
  const ofTeams = query.teamId && (await membersOfTeams(db, actor, query.teamId));
  const named = ofTeams === undefined ? asked : [...ofTeams].filter((id) => asked?.includes(id) ?? true);
  return idsWithin(reachOf(actor, "timesheets:read"), named);
}

/** A page of timesheets, sorted by descending first day, then by member. */
export async function listSheets(
  db: Database,
  actor: Actor,
  query: ListTimesheets,
  now: Date,
): Promise<{ sheets: Sheet[]; nextCursor: string | null }> {
  const { from, to, status, limit = pageSize, cursor } = query;
  if (from !== undefined && to !== undefined && from > to)
    throw invalid("/from", "out_of_range", "is after `to`; swap them");
  const bound = fingerprint(["timesheets", query.userId, query.teamId, from, to, status]);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, isDate);
  const reading = await readingOf(db, actor, "timesheets:read", now);
  const userIds = await membersOf(db, actor, query);
  const members = (await listSheetMembers(db, actor.orgId, userIds)).length;
  const found: Sheet[] = [];
  for (const range of rangesOf(reading, { from, to: earlierOf(to, after?.value) }, rangeDays(limit, members))) {
    const sheets = await readSheets(db, reading, { userIds, ...range });
    found.push(
      ...sheets
        .filter((sheet) => status === undefined || status.includes(sheet.status))
        .filter((sheet) => after === undefined || compare(sheet, { period_start: after.value, id: after.id }) > 0)
        .toSorted(compare),
    );
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    sheets: shown,
    nextCursor: hasMore ? encodeCursor({ value: last.period_start, id: last.id }, bound) : null,
  };
}

function compare(one: Pick<Sheet, "period_start" | "id">, other: Pick<Sheet, "period_start" | "id">): number {
  if (one.period_start !== other.period_start) return one.period_start < other.period_start ? 1 : -1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

function earlierOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** A rough estimate of how many days contain enough timesheets of this many members to fill a page. */
function rangeDays(limit: number, members: number): number {
  return Math.max(31, Math.ceil(limit / Math.max(1, members)) * 31);
}

/**
 * Splits a range into shorter ones, latest first. An unbounded end stays unbounded, because former settings may have
 * left timesheets there.
 */
function* rangesOf(
  { organization, now }: Reading,
  { from, to }: { from: string | undefined; to: string | undefined },
  days: number,
): Generator<{ from: string | undefined; to: string | undefined }> {
  const first = from ?? organization.approvals?.from;
  let upTo = to;
  let lastDay = Temporal.PlainDate.from(to ?? dateAt(now.getTime(), organization.time_zone));
  for (;;) {
    const start = lastDay.subtract({ days }).toString();
    if (first === undefined || start <= first) {
      yield { from, to: upTo };
      return;
    }
    yield { from: start, to: upTo };
    lastDay = Temporal.PlainDate.from(start).subtract({ days: 1 });
    upTo = lastDay.toString();
  }
}
