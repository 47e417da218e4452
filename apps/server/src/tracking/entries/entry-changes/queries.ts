import type { Role } from "#identity/access.ts";
import { actionsOf } from "#identity/history/resource.ts";
import { team, type TeamRow } from "#identity/teams/team.ts";
import { type Database, join, raw, type Sql, sql } from "#platform/database/database.ts";
import type { ChangePosition } from "#tracking/entries/copies/position.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { project } from "#tracking/ledger/projects/project.ts";
import { shownColumns, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

export interface ChangeRange {
  since: string | undefined;
  until: string | undefined;
  /** Whether the clock was set back, so that a change may have an earlier instant than the creation of its object. */
  isDisordered: boolean;
  after: ChangePosition | undefined;
  limit: number;
}

const isTrue = (orgId: string, filter: TimeEntryFilter, alias: string) =>
  sql`(true ${matching(orgId, filter, alias)}) is true`;

export function isAfter(after: ChangePosition | undefined, at: string, id: string): Sql {
  return after === undefined ? sql`` : sql`and (${raw(at)}, ${raw(id)}) > (${after.at}::timestamptz, ${after.id})`;
}

/**
 * Entries in the order of their last change. Tombstones have no content to match, so all tombstones of the members
 * `ownerIds` are included; undefined means everyone.
 */
export function listMatching(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  ownerIds: string[] | undefined,
  { since, until, after, limit }: ChangeRange,
): Promise<TimeEntryRow[]> {
  const own = ownerIds === undefined ? sql`` : sql`and user_id = any(${ownerIds})`;
  const changed = since === undefined ? sql`and deleted_at is null` : sql`and updated_at >= ${since}`;
  const upTo = until === undefined ? sql`` : sql`and updated_at <= ${until}`;
  return db.query<TimeEntryRow>(sql`
    select ${shownColumns(orgId)}
      from time_entries
     where org_id = ${orgId} ${changed} ${upTo} ${isAfter(after, "updated_at", "id")}
       and (${isTrue(orgId, filter, "time_entries")} or (project_id is null ${own}))
     order by updated_at, id
     limit ${limit}`);
}

/** Lists the updates of entries that matched `before` until that update and no longer match `now`. */
export function listLeft(
  db: Database,
  orgId: string,
  { now, before }: { now: TimeEntryFilter; before: TimeEntryFilter },
  { since, after, limit }: ChangeRange,
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

/**
 * A change that affects the caller's view of many entries at once: one project's entries, or all entries if `projectId`
 * is null.
 */
export interface Shift {
  at: string;
  projectId: string | null;
}

/**
 * A change that affects all entries of some members: they joined or left a team, or its leads or their access to
 * amounts changed.
 */
export interface Joining {
  at: string;
  userIds: string[];
}

export interface Shifts {
  /** Changes to the follower's role, to projects' visibility or client, and to the organization's rules for entries. */
  shifts: Shift[];
  joinings: Joining[];
}

export interface ShiftedRow extends TimeEntryRow {
  shifted_at: string;
  matches: boolean;
}

/** Entries that match now, or may have matched before a shift or joining, each with the time of that change. */
export function listShifted(
  db: Database,
  orgId: string,
  { now, before, shifts, joinings }: { now: TimeEntryFilter; before: TimeEntryFilter } & Shifts,
  { isDisordered, after, limit }: ChangeRange,
): Promise<ShiftedRow[]> {
  const [ats, projectIds] = [shifts.map(({ at }) => at), shifts.map(({ projectId }) => projectId)];
  const joined = joinings.flatMap(({ at, userIds }) => userIds.map((userId) => ({ at, userId })));
  const ofProjects = sql`
    unnest(${ats}::timestamptz[], ${projectIds}::text[]) as shift (shifted_at, shifted_id)
      join time_entries on org_id = ${orgId} and (shifted_id is null or project_id = shifted_id)`;
  const ofMembers = sql`
    unnest(${joined.map(({ at }) => at)}::timestamptz[], ${joined.map(({ userId }) => userId)}::text[]) as shift (shifted_at, shifted_id)
      join time_entries on org_id = ${orgId} and user_id = shifted_id`;
  // Uses a second SELECT instead of an `or`, so that PostgreSQL can use the index by member.
  const wasThere = isDisordered ? sql`true` : sql`created_at <= shifted_at`;
  const parts = [...(shifts.length === 0 ? [] : [ofProjects]), ...(joined.length === 0 ? [] : [ofMembers])];
  const selected = parts.map((from) => shiftedFrom(orgId, from, { now, before, wasThere }, after));
  return db.query<ShiftedRow>(sql`${join(selected, " union all ")} order by shifted_at, id limit ${limit}`);
}

function shiftedFrom(
  orgId: string,
  from: Sql,
  { now, before, wasThere }: { now: TimeEntryFilter; before: TimeEntryFilter; wasThere: Sql },
  after: ChangePosition | undefined,
): Sql {
  return sql`
    select ${shownColumns(orgId)}, shifted_at, ${isTrue(orgId, now, "time_entries")} as matches
      from ${from}
     where project_id is not null ${isAfter(after, "shifted_at", "id")}
       and (${isTrue(orgId, now, "time_entries")}
            or (${wasThere} and ${isTrue(orgId, before, "time_entries")}))`;
}

/** A change to the follower's role or to a team: the former role, or the team before and after. */
export interface ReachChange {
  at: string;
  role: Role | null;
  team_id: string | null;
  former: TeamPeople | null;
  present: TeamPeople | null;
}

export type TeamPeople = Pick<TeamRow, "member_ids" | "lead_ids" | "shows_money">;

/** Changes to the follower's role and, with `withTeams`, to all teams, oldest first. */
export function listReachChanges(
  db: Database,
  orgId: string,
  userId: string,
  since: string,
  withTeams: boolean,
): Promise<ReachChange[]> {
  const teams = sql`
     union all
    select at, null, target_id, case when action <> 'team.created' then object || coalesce(previous, '{}') end,
           case when action <> 'team.deleted' then object end
      from changes
     where org_id = ${orgId} and action in (${actionsOf(team)}) and at >= ${since}`;
  return db.query(sql`
    select at, previous ->> 'role' as role, null as team_id, null::jsonb as former, null::jsonb as present from changes
     where org_id = ${orgId} and target_id = ${userId} and at >= ${since} and previous ? 'role'
     ${withTeams ? teams : sql``}
     order by at`);
}

export async function listRuleChanges(db: Database, orgId: string, since: string): Promise<string[]> {
  const rows = await db.query<{ at: string }>(sql`
    select at from changes
     where org_id = ${orgId} and target_id = ${orgId} and at >= ${since} and previous ? 'entry_rules'
     order by at`);
  return rows.map(({ at }) => at);
}

/** A project before a change to its visibility, members or client. */
export interface FormerProject {
  at: string;
  project_id: string;
  visibility: "organization" | "members";
  member_ids: string[];
  client_id: string | null;
}

export function listProjectChanges(
  db: Database,
  orgId: string,
  since: string,
  columns: readonly ("visibility" | "member_ids" | "client_id")[],
): Promise<FormerProject[]> {
  // Change rows written before projects could be hidden lack `visibility`. These projects were visible to all.
  return db.query(sql`
    select c.at, c.target_id as project_id, coalesce(former.visibility, 'organization') as visibility,
           coalesce(former.member_ids, '{}') as member_ids, former.client_id
      from changes c
     cross join lateral jsonb_populate_record(null::projects, c.object || c.previous) former
     where c.org_id = ${orgId} and c.action in (${actionsOf(project)}) and c.at >= ${since}
       and c.previous ?| ${columns}::text[]
     order by c.at`);
}

export async function listProjectIdsOfClients(db: Database, orgId: string, clientIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from projects where org_id = ${orgId} and client_id = any(${clientIds})`,
  );
  return rows.map(({ id }) => id);
}
