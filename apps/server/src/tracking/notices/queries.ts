import { type Holder, idsWithin, may, reachesOthers, reachOf, seesAllProjects } from "#identity/access.ts";
import { type NoticeKind, defaultNotices } from "#identity/me/notice-preferences.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import { newId } from "#platform/ids.ts";
import { type Facts, type NewNotice, occasionOf } from "./occasions.ts";

/** A notice, with the current names of the objects that it refers to. */
export type NoticeRow = { [Kind in NoticeKind]: NoticeColumns & { kind: Kind; facts: Facts[Kind] } }[NoticeKind];

interface NoticeColumns {
  org_id: string;
  id: string;
  user_id: string;
  about_user_id: string | null;
  project_id: string | null;
  about_name: string | null;
  by_name: string | null;
  project_name: string | null;
  /** When the person's current timer started; null if no timer is running. */
  timer_started_at: string | null;
  read_at: string | null;
  created_at: string;
}

/** Unread notices are not counted beyond this number. */
const maxCounted = 100;

/** Returns a condition: the person `u` wants this kind of notice, by email or in the dashboard. */
export function wants(kind: NoticeKind): Sql {
  const { mail, dashboard } = defaultNotices[kind];
  return sql`(coalesce((u.preferences -> 'notices' -> ${kind} ->> 'mail')::boolean, ${mail})
              or coalesce((u.preferences -> 'notices' -> ${kind} ->> 'dashboard')::boolean, ${dashboard}))`;
}

/**
 * Stores notices for active members who want them. Existing notices stay unchanged, so callers can safely report the
 * same event again.
 */
export async function addNotices(db: Database, orgId: string, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    id: newId("notice"),
    user_id: notice.userId,
    kind: notice.kind,
    occasion: occasionOf(notice),
    about_user_id: notice.aboutUserId ?? null,
    project_id: notice.projectId ?? null,
    facts: notice.facts,
  }));
  await db.query(sql`
    insert into notices (org_id, id, user_id, kind, occasion, about_user_id, project_id, facts, is_shown, mail_due_at)
    select ${orgId}, n.id, n.user_id, n.kind, n.occasion, n.about_user_id, n.project_id, n.facts, w.dashboard,
           case when w.mail then clock_timestamp() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as n (id text, user_id text, kind text, occasion text, about_user_id text, project_id text, facts jsonb)
      join members m on m.org_id = ${orgId} and m.user_id = n.user_id and m.deactivated_at is null
      join users u on u.id = m.user_id
      cross join lateral (select (usual || coalesce(u.preferences -> 'notices' -> n.kind, '{}')) as ways
                            from jsonb_extract_path(${JSON.stringify(defaultNotices)}::jsonb, n.kind) usual) chosen
      cross join lateral (select (ways ->> 'mail')::boolean as mail, (ways ->> 'dashboard')::boolean as dashboard) w
     where w.mail or w.dashboard
     order by n.user_id, n.kind, n.occasion
        on conflict (org_id, user_id, kind, occasion) do nothing`);
}

/** Returns a condition: the actor may currently read the notice `n`. */
function isReadableBy(actor: Holder): Sql {
  const kinds: NoticeKind[] = [];
  if (may(actor, "time-entries:read")) kinds.push("time_missing", "timer_running_long");
  if (may(actor, "timesheets:read")) kinds.push("timesheet_due", "timesheet_decided");
  if (may(actor, "costs:read") && may(actor, "projects:read") && seesAllProjects(actor)) kinds.push("budget");
  if (reachesOthers(actor, "time-entries:read")) kinds.push("digest");
  const approved = idsWithin(reachOf(actor, "timesheets:approve"));
  const isApproved = approved === undefined ? sql`` : sql`and n.about_user_id = any(${approved})`;
  return sql`(n.kind = any(${kinds}) or n.kind = 'timesheet_submitted' ${isApproved})`;
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
