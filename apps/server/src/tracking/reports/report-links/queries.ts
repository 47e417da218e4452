import type { Role } from "#identity/access.ts";
import type { Stored } from "#identity/history/store.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import type { ReportLink } from "./schemas.ts";

export type ReportLinkRow = Stored<ReportLink> & {
  /** SHA-256 of the stored hash, so the doctor can detect that a link was swapped. */
  link_digest: string;
};

// All columns except the hash of the token, which change rows must not contain.
const shown = raw(
  ["org_id", "id", "saved_report_id", "created_by", "name", "query", "shows_people", "shows_amounts", "shows_notes"]
    .concat("expires_at", "opens", "last_opened_at", "created_at")
    .map((column) => `l.${column}`)
    .concat("encode(sha256(l.token_hash), 'hex') as link_digest")
    .join(", "),
);

export async function findReportLink(
  db: Database,
  orgId: string,
  reportId: string,
  id: string,
  lock?: Sql,
): Promise<ReportLinkRow | undefined> {
  const [row] = await db.query<ReportLinkRow>(sql`
    select ${shown} from report_links l
     where l.org_id = ${orgId} and l.saved_report_id = ${reportId} and l.id = ${id} ${lock ?? sql``}`);
  return row;
}

export function listReportLinks(
  db: Database,
  orgId: string,
  reportId: string,
  page: PageRequest,
): Promise<ReportLinkRow[]> {
  return db.query<ReportLinkRow>(
    sql`select ${shown} from report_links l where org_id = ${orgId} and saved_report_id = ${reportId} ${pageOf(page)}`,
  );
}

export async function insertReportLink(
  db: Database,
  link: Omit<ReportLinkRow, "opens" | "last_opened_at" | "link_digest" | "created_at">,
  tokenHash: Buffer,
): Promise<ReportLinkRow> {
  const rows = await db.query<ReportLinkRow>(sql`
    insert into report_links as l (org_id, id, saved_report_id, created_by, name, query, shows_people, shows_amounts,
                                   shows_notes, expires_at, token_hash)
    values (${link.org_id}, ${link.id}, ${link.saved_report_id}, ${link.created_by}, ${link.name}, ${JSON.stringify(link.query)},
            ${link.shows_people}, ${link.shows_amounts}, ${link.shows_notes}, ${link.expires_at}, ${tokenHash})
    returning ${shown}`);
  return one(rows);
}

/** Deletes one link of a report, or all if `id` is undefined. Returns the deleted links. */
export function deleteReportLinks(
  db: Database,
  orgId: string,
  reportId: string,
  id: string | undefined,
): Promise<ReportLinkRow[]> {
  const only = id === undefined ? sql`` : sql`and l.id = ${id}`;
  return db.query<ReportLinkRow>(sql`
    delete from report_links l where l.org_id = ${orgId} and l.saved_report_id = ${reportId} ${only} returning ${shown}`);
}

export interface FollowedLink extends ReportLinkRow {
  role: Role;
  deactivated_at: string | null;
  organization_name: string;
}

/** Finds a link by its token. Takes no organization, because the link determines it. */
export async function findLinkByToken(db: Database, tokenHash: Buffer, now: string): Promise<FollowedLink | undefined> {
  const [row] = await db.query<FollowedLink>(sql`
    select ${shown}, m.role, m.deactivated_at, o.name as organization_name
      from report_links l
      join members m on m.org_id = l.org_id and m.user_id = l.created_by
      join organizations o on o.id = l.org_id
     where l.token_hash = ${tokenHash} and l.expires_at > ${now} and o.purge_started_at is null`);
  return row;
}

export async function countOpening(db: Database, orgId: string, id: string, now: string): Promise<void> {
  await db.query(sql`
    update report_links set opens = opens + 1, last_opened_at = greatest(last_opened_at, ${now}::timestamptz)
     where org_id = ${orgId} and id = ${id}`);
}
