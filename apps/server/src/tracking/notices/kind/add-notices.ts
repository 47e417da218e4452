import { type NoticeKind, defaultNotices } from "#identity/me/notice-preferences.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { NewNotice } from "./kind.ts";

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
    occasion: notice.occasion,
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
