import { having } from "#platform/database/columns.ts";
import { containing } from "#platform/database/contains.ts";
import { type Database, sql } from "#platform/database/database.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { type TeamRow, teams } from "./team.ts";

export const findTeam = teams.find;

/** Lists teams, newest first: all, or those in `ids`. */
export function listTeams(
  db: Database,
  orgId: string,
  { ids, q }: { ids: readonly string[] | undefined; q: string | undefined },
  page: PageRequest,
): Promise<TeamRow[]> {
  return teams.list(db, orgId, sql`${having({ id: ids })} ${containing(sql`name`, q)}`, page);
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
