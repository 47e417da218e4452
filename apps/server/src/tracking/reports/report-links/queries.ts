import type { Role } from "#identity/access.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { linkColumns, type ReportLinkRow } from "./report-link.ts";

export interface FollowedLink extends ReportLinkRow {
  role: Role;
  deactivated_at: string | null;
  organization_name: string;
}

/** Finds a link by its token. Takes no organization, because the link determines it. */
export async function findLinkByToken(db: Database, tokenHash: Buffer, now: string): Promise<FollowedLink | undefined> {
  const [row] = await db.query<FollowedLink>(sql`
    select l.*, m.role, m.deactivated_at, o.name as organization_name
      from (select ${linkColumns} from report_links where token_hash = ${tokenHash} and expires_at > ${now}) l
      join members m on m.org_id = l.org_id and m.user_id = l.created_by
      join organizations o on o.id = l.org_id
     where o.purge_started_at is null`);
  return row;
}

export async function countOpening(db: Database, orgId: string, id: string, now: string): Promise<void> {
  await db.query(sql`
    update report_links set opens = opens + 1, last_opened_at = greatest(last_opened_at, ${now}::timestamptz)
     where org_id = ${orgId} and id = ${id}`);
}
