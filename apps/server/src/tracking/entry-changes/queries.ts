import type { Role } from "#identity/access.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { matching, type TimeEntryFilter } from "#tracking/entry-filters/time-entry-filter.ts";
import { shownColumns, type TimeEntryRow } from "#tracking/time-entries/queries.ts";

/** The position of a change in the order of a run. */
export interface ChangePosition {
  /** When the change happened. */
  at: string;
  id: string;
}

export interface Stretch {
  since: string | undefined;
  after: ChangePosition | undefined;
  limit: number;
}

const isTrue = (orgId: string, filter: TimeEntryFilter, alias: string) =>
  sql`(true ${matching(orgId, filter, alias)}) is true`;

function isAfter(after: ChangePosition | undefined, at: string, id: string): Sql {
  return after === undefined ? sql`` : sql`and (${raw(at)}, ${raw(id)}) > (${after.at}::timestamptz, ${after.id})`;
}

/**
 * The matching entries by the time of their last change. A tombstone has no content to match, so every follower who
 * may have owned it gets it (`ownerId`; undefined for those who see everybody's entries).
 */
export function listMatching(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  ownerId: string | undefined,
  { since, after, limit }: Stretch,
): Promise<TimeEntryRow[]> {
  const own = ownerId === undefined ? sql`` : sql`and user_id = ${ownerId}`;
  const changed = since === undefined ? sql`and deleted_at is null` : sql`and updated_at >= ${since}`;
  return db.query<TimeEntryRow>(sql`
    select ${shownColumns(orgId)}
      from time_entries
     where org_id = ${orgId} ${changed} ${isAfter(after, "updated_at", "id")}
       and (${isTrue(orgId, filter, "time_entries")} or (project_id is null ${own}))
     order by updated_at, id
     limit ${limit}`);
}

/** The entries that matched `before` until they changed and do not match now. */
export function listLeft(
  db: Database,
  orgId: string,
  { now, before }: { now: TimeEntryFilter; before: TimeEntryFilter },
  { since, after, limit }: Stretch,
  until: string | undefined,
): Promise<ChangePosition[]> {
  const upTo = until === undefined ? sql`` : sql`and c.at <= ${until}`;
  return db.query<ChangePosition>(sql`
    select c.at, c.target_id as id
      from changes c
     cross join lateral jsonb_populate_record(null::time_entries, c.object || c.previous) former
      join time_entries e on e.org_id = c.org_id and e.id = c.target_id
     where c.org_id = ${orgId} and c.at >= ${since} ${upTo} and c.action = 'time_entry.updated'
       ${isAfter(after, "c.at", "c.target_id")}
       and ${isTrue(orgId, before, "former")} and not ${isTrue(orgId, now, "e")}
     order by c.at, c.target_id
     limit ${limit}`);
}

/** A change to many entries at once, as the caller sees them: all those of a project, or all entries if it is null. */
export interface Shift {
  at: string;
  projectId: string | null;
}

export interface ShiftedRow extends TimeEntryRow {
  shifted_at: string;
  matches: boolean;
}

/**
 * The entries affected by shifts, each with the time of its shift: those that match now and those that matched before.
 */
export function listShifted(
  db: Database,
  orgId: string,
  { now, before, shifts }: { now: TimeEntryFilter; before: TimeEntryFilter; shifts: Shift[] },
  { after, limit }: Stretch,
): Promise<ShiftedRow[]> {
  const [ats, projectIds] = [shifts.map(({ at }) => at), shifts.map(({ projectId }) => projectId)];
  return db.query<ShiftedRow>(sql`
    select ${shownColumns(orgId)}, shifted_at, ${isTrue(orgId, now, "time_entries")} as matches
      from unnest(${ats}::timestamptz[], ${projectIds}::text[]) as shift (shifted_at, shifted_id)
      join time_entries on org_id = ${orgId} and (shifted_id is null or project_id = shifted_id)
     where project_id is not null ${isAfter(after, "shifted_at", "id")}
       and (${isTrue(orgId, now, "time_entries")}
            or (created_at <= shifted_at and ${isTrue(orgId, before, "time_entries")}))
     order by shifted_at, id
     limit ${limit}`);
}

/** The member's former role at each change of role, and the time of the change. */
export function listRoleChanges(
  db: Database,
  orgId: string,
  userId: string,
  since: string,
): Promise<{ at: string; role: Role }[]> {
  return db.query(sql`
    select at, previous ->> 'role' as role from changes
     where org_id = ${orgId} and target_id = ${userId} and at >= ${since} and previous ? 'role'
     order by at`);
}

/** When the organization's rules for entries changed. */
export async function listRuleChanges(db: Database, orgId: string, since: string): Promise<string[]> {
  const rows = await db.query<{ at: string }>(sql`
    select at from changes
     where org_id = ${orgId} and target_id = ${orgId} and at >= ${since} and previous ? 'entry_rules'
     order by at`);
  return rows.map(({ at }) => at);
}

/** A project before a change of its visibility, members or client. */
export interface FormerProject {
  at: string;
  project_id: string;
  visibility: "organization" | "members";
  member_ids: string[];
  client_id: string | null;
}

/** Lists the states of projects before changes of their visibility, members or client, oldest first. */
export function listProjectChanges(
  db: Database,
  orgId: string,
  since: string,
  columns: readonly ("visibility" | "member_ids" | "client_id")[],
): Promise<FormerProject[]> {
  // Change rows written before projects could be hidden lack `visibility`.
  return db.query(sql`
    select c.at, c.target_id as project_id, coalesce(former.visibility, 'organization') as visibility,
           coalesce(former.member_ids, '{}') as member_ids, former.client_id
      from changes c
     cross join lateral jsonb_populate_record(null::projects, c.object || c.previous) former
     where c.org_id = ${orgId} and c.action in ('project.updated', 'project.archived') and c.at >= ${since}
       and c.previous ?| ${columns}::text[]
     order by c.at`);
}

export async function listProjectIdsOfClients(db: Database, orgId: string, clientIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from projects where org_id = ${orgId} and client_id = any(${clientIds})`,
  );
  return rows.map(({ id }) => id);
}
