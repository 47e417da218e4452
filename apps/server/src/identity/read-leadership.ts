import { type Holder, type Role, scopes } from "./access.ts";
import type { Leadership } from "./leadership.ts";
import { type Database, sql } from "#platform/database/database.ts";

/** The columns of `joinLed`; all null if the member leads no teams. */
export interface StoredLeadership {
  team_ids: string[] | null;
  led_ids: string[] | null;
  money_of: string[] | null;
}

export const ledColumns = sql`led.team_ids, led.led_ids, led.money_of`;

/** Joins the teams that the member `m` leads, and the members of these teams. */
export const joinLed = sql`left join lateral (
        select array_agg(distinct t.id) as team_ids,
               array_agg(distinct p.id) filter (where p.id is not null) as led_ids,
               array_agg(distinct p.id) filter (where p.id is not null and t.shows_money) as money_of
          from teams t left join lateral unnest(t.member_ids) p (id) on true
         where t.org_id = m.org_id and t.lead_ids @> array[m.user_id] and m.role = 'member') led on true`;

export function toLeadership(
  userId: string,
  { team_ids: teamIds, led_ids, money_of }: StoredLeadership,
): Leadership | undefined {
  if (teamIds === null) return undefined;
  return {
    teamIds: new Set(teamIds),
    userIds: new Set([userId, ...(led_ids ?? [])]),
    moneyOf: new Set(money_of),
  };
}

/** Finds an active member, with the permissions that a session would have. */
export async function findHolder(
  db: Database,
  orgId: string,
  userId: string,
): Promise<(Holder & { orgId: string }) | undefined> {
  const [row] = await db.query<StoredLeadership & { role: Role }>(sql`
    select m.role, ${ledColumns}
      from members m join organizations o on o.id = m.org_id ${joinLed}
     where m.org_id = ${orgId} and m.user_id = ${userId} and m.deactivated_at is null and o.purge_started_at is null`);
  if (row === undefined) return undefined;
  const leadership = toLeadership(userId, row);
  return { orgId, userId, role: row.role, scopes: new Set(scopes), ...(leadership && { leadership }) };
}
