import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { type Columns, exportedFields } from "#platform/fields/fields.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";
import { teamFields } from "./fields.ts";

export type TeamColumns = Columns<typeof teamFields>;

export interface TeamRow extends TeamColumns {
  org_id: string;
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export async function findTeam(db: Database, orgId: string, id: string, lock?: Sql): Promise<TeamRow | undefined> {
  const [row] = await db.query<TeamRow>(
    sql`select * from teams where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

/** Lists teams, newest first: all, or those in `ids`. */
export function listTeams(
  db: Database,
  orgId: string,
  { ids, q }: { ids: readonly string[] | undefined; q: string | undefined },
  page: PageRequest,
): Promise<TeamRow[]> {
  const among = ids === undefined ? sql`` : sql`and id = any(${ids})`;
  const found = q === undefined ? sql`` : sql`and ${contains(sql`name`, q)}`;
  return db.query<TeamRow>(sql`select * from teams where org_id = ${orgId} ${among} ${found} ${pageOf(page)}`);
}

export async function listTeamMembers(db: Database, orgId: string, teamIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select distinct unnest(member_ids) as user_id from teams where org_id = ${orgId} and id = any(${teamIds})`);
  return rows.map((row) => row.user_id);
}

/** Returns those of the given ids that exist. */
export async function listTeamIds(db: Database, orgId: string, teamIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from teams where org_id = ${orgId} and id = any(${teamIds})`,
  );
  return rows.map((row) => row.id);
}

/** Returns, for each of these teams that exists, whether the person is in it; ordered by id. */
export function listMembershipIn(
  db: Database,
  orgId: string,
  teamIds: readonly string[],
  userId: string,
): Promise<{ id: string; is_in: boolean }[]> {
  return db.query<{ id: string; is_in: boolean }>(sql`
    select id, ${userId} = any(member_ids) as is_in from teams
     where org_id = ${orgId} and id = any(${teamIds}) order by id`);
}

export async function insertTeam(db: Database, orgId: string, id: string, team: TeamColumns): Promise<TeamRow> {
  const rows = await db.query<TeamRow>(sql`
    insert into teams (org_id, id, name, member_ids, lead_ids, shows_money)
    values (${orgId}, ${id}, ${team.name}, ${team.member_ids}, ${team.lead_ids}, ${team.shows_money})
    returning *`);
  return one(rows);
}

export async function updateTeam(db: Database, orgId: string, id: string, changed: TeamColumns): Promise<TeamRow> {
  const rows = await db.query<TeamRow>(sql`
    update teams
       set ${assignments(changed)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return one(rows);
}

export async function deleteTeam(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from teams where org_id = ${orgId} and id = ${id}`);
}

export function selectExportedTeams(orgId: string): Sql {
  return sql`
    select t.id, ${exportedFields(teamFields, "t")}, t.created_at as "createdAt", t.updated_at as "updatedAt"
      from teams t
     where t.org_id = ${orgId}
     order by t.id`;
}
