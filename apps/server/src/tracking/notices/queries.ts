import type { Holder } from "#identity/access.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Database, join, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import { kinds, type NoticeRow } from "./kinds.ts";

/** Unread notices are not counted beyond this number. */
const maxCounted = 100;

/** Returns a condition: the actor may currently read the notice `n`. */
function isReadableBy(actor: Holder): Sql {
  const answers = Object.values(kinds).map((kind) => ({ name: kind.name, answer: kind.isReadableBy(actor) }));
  const readable = answers.flatMap(({ name, answer }) => (answer === true ? [name] : []));
  const conditions = answers.flatMap(({ name, answer }) =>
    typeof answer === "boolean" ? [] : [sql`n.kind = ${name} and ${answer}`],
  );
  return sql`(${join([sql`n.kind = any(${readable})`, ...conditions], " or ")})`;
}

const selectNotices = sql`
  select n.org_id, n.id, n.user_id, n.kind, n.facts, n.about_user_id, n.project_id, n.read_at, n.created_at,
         a.name as about_name, b.name as by_name, p.name as project_name,
         (select t.started_at from timers t where t.org_id = n.org_id and t.user_id = n.user_id) as timer_started_at
    from notices n
    left join users a on a.id = n.about_user_id
    left join users b on b.id = n.facts ->> 'byUserId'
    left join projects p on p.org_id = n.org_id and p.id = n.project_id`;

type Reader = Holder & { orgId: string };

export function listNotices(
  db: Database,
  actor: Reader,
  { unread }: { unread: boolean },
  page: PageRequest,
): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(sql`
    select * from (
      ${selectNotices}
       where n.org_id = ${actor.orgId} and n.user_id = ${actor.userId} and n.is_shown and ${isReadableBy(actor)}
         ${unread ? sql`and n.read_at is null` : sql``}) shown
     where true ${pageOf(page)}`);
}

export async function countUnread(db: Database, actor: Reader): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from notices n
       where n.org_id = ${actor.orgId} and n.user_id = ${actor.userId} and n.is_shown and n.read_at is null
         and ${isReadableBy(actor)} limit ${maxCounted}) unread`);
  return one(rows).count;
}

/** Marks all of a person's notices as read, or those with the given ids. Returns the ids that belong to the person. */
export async function markRead(
  db: Database,
  { orgId, userId }: { orgId: string; userId: string },
  ids: readonly string[] | undefined,
): Promise<Set<string>> {
  const given = ids === undefined ? sql`` : sql`and id = any(${[...ids]})`;
  const rows = await db.query<{ id: string }>(sql`
    update notices set read_at = coalesce(read_at, ${clockTime})
     where org_id = ${orgId} and user_id = ${userId} and (read_at is null or ${ids !== undefined}) ${given}
    returning id`);
  return new Set(rows.map(({ id }) => id));
}

/** Finds a person's notice; undefined if they may not read it now. */
export async function findNotice(db: Database, actor: Reader, id: string): Promise<NoticeRow | undefined> {
  const [row] = await db.query<NoticeRow>(sql`
    ${selectNotices} where n.org_id = ${actor.orgId} and n.user_id = ${actor.userId} and n.id = ${id} and ${isReadableBy(actor)}`);
  return row;
}

/** An email whose last attempt failed. It may be retried later. */
export interface FailedMail {
  id: string;
  user_id: string;
  user_name: string;
  kind: NoticeRow["kind"];
  created_at: string;
  mail_attempts: number;
  mail_error: string;
  mail_due_at: string | null;
}

export function listFailedMails(db: Database, orgId: string, most: number): Promise<FailedMail[]> {
  return db.query<FailedMail>(sql`
    select n.id, n.user_id, u.name as user_name, n.kind, n.created_at, n.mail_attempts, n.mail_error, n.mail_due_at
      from notices n join users u on u.id = n.user_id
     where n.org_id = ${orgId} and n.mail_error is not null
     order by n.created_at desc, n.id desc limit ${most}`);
}

/** Deletes up to `most` notices created before an instant. Returns how many it deleted. */
export async function deleteOldNotices(db: Database, orgId: string, before: string, most: number): Promise<number> {
  const rows = await db.query<{ id: string }>(sql`
    delete from notices
     where org_id = ${orgId} and id in (select id from notices where org_id = ${orgId} and created_at < ${before} limit ${most})
    returning id`);
  return rows.length;
}
