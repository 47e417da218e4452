import { type Sql, sql } from "#platform/database/database.ts";

// Columns are called as in files.ts. Names come from subselects, because joins would sort everything before the first row.

export function selectMembers(orgId: string): Sql {
  return sql`
    select m.user_id as "userId", u.email, u.name, m.role, m.deactivated_at as "deactivatedAt", m.created_at as "createdAt",
           m.updated_at as "updatedAt"
      from members m join users u on u.id = m.user_id
     where m.org_id = ${orgId}
     order by m.user_id`;
}

export function selectClients(orgId: string): Sql {
  return sql`
    select id, name, note, archived, created_at as "createdAt", updated_at as "updatedAt"
      from clients where org_id = ${orgId} order by id`;
}

export function selectInvitations(orgId: string): Sql {
  return sql`
    select id, email, role, invited_by as "invitedBy", expires_at as "expiresAt", accepted_at as "acceptedAt",
           revoked_at as "revokedAt", last_sent_at as "lastSentAt", created_at as "createdAt", updated_at as "updatedAt"
      from invitations
     where org_id = ${orgId}
     order by id`;
}

export function selectProjects(orgId: string): Sql {
  return sql`
    select p.id, p.name, p.code, p.client_id as "clientId",
           (select name from clients where org_id = p.org_id and id = p.client_id) as "clientName",
           p.color, p.description, p.status, p.billable, p.rounding_mode as "roundingMode",
           p.rounding_minutes as "roundingMinutes", p.budget, p.visibility, p.member_ids as "memberIds", p.created_at as "createdAt", p.updated_at as "updatedAt"
      from projects p
     where p.org_id = ${orgId}
     order by p.id`;
}

export function selectTasks(orgId: string): Sql {
  return sql`
    select t.id, t.name, t.project_id as "projectId",
           (select name from projects where org_id = t.org_id and id = t.project_id) as "projectName",
           t.description, t.status, t.billable, t.estimate_seconds as "estimateSeconds", t.created_at as "createdAt",
           t.updated_at as "updatedAt"
      from tasks t
     where t.org_id = ${orgId}
     order by t.id`;
}

export function selectRates(orgId: string): Sql {
  return sql`
    select r.id, r.kind, r.scope, r.user_id as "userId", (select name from users where id = r.user_id) as "userName",
           r.project_id as "projectId",
           (select name from projects where org_id = r.org_id and id = r.project_id) as "projectName",
           r.task_id as "taskId", (select name from tasks where org_id = r.org_id and id = r.task_id) as "taskName",
           r.rate_minor as "rateMinor", o.currency, r.effective_from as "effectiveFrom", r.created_at as "createdAt",
           r.updated_at as "updatedAt"
      from rates r join organizations o on o.id = r.org_id
     where r.org_id = ${orgId}
     order by r.id`;
}

export function selectTimeEntries(orgId: string): Sql {
  return sql`
    select e.id, e.user_id as "userId", (select name from users where id = e.user_id) as "userName",
           p.client_id as "clientId", p.client_name as "clientName", e.project_id as "projectId", p.name as "projectName",
           e.task_id as "taskId", (select name from tasks where org_id = e.org_id and id = e.task_id) as "taskName",
           e.started_at as "startedAt", e.started_at + e.duration_seconds * interval '1 second' as "endedAt",
           e.duration_seconds as "durationSeconds", e.description, e.tags, e.billable,
           e.billable_seconds as "billableSeconds", e.rate_minor as "rateMinor", e.rate_source as "rateSource",
           e.amount_minor as "amountMinor", e.cost_rate_minor as "costRateMinor", e.cost_rate_source as "costRateSource", e.cost_minor as "costMinor",
           (select currency from organizations where id = ${orgId}) as currency, e.external_ref as "externalRef",
           e.created_at as "createdAt", e.updated_at as "updatedAt", e.deleted_at as "deletedAt"
      from time_entries e
      left join lateral (
        select name, client_id, (select name from clients where org_id = e.org_id and id = client_id) as client_name
          from projects where org_id = e.org_id and id = e.project_id offset 0) p on true
     where e.org_id = ${orgId}
     order by e.id`;
}

export function selectTimers(orgId: string): Sql {
  return sql`
    select t.user_id as "userId", (select name from users where id = t.user_id) as "userName", t.project_id as "projectId",
           (select name from projects where org_id = t.org_id and id = t.project_id) as "projectName",
           t.task_id as "taskId", (select name from tasks where org_id = t.org_id and id = t.task_id) as "taskName",
           t.started_at as "startedAt", t.description, t.tags, t.billable_choice as billable, t.created_at as "createdAt",
           t.updated_at as "updatedAt"
      from timers t
     where t.org_id = ${orgId}
     order by t.user_id`;
}

/** Without their secrets. */
export function selectWebhooks(orgId: string): Sql {
  return sql`
    select id, url, events, description, project_id as "projectId", user_id as "userId", shows_money as "showsMoney", status,
           disabled_at as "disabledAt", disabled_reason as "disabledReason", created_at as "createdAt",
           updated_at as "updatedAt"
      from webhooks where org_id = ${orgId} order by id`;
}

/** Sessions too; without what the keys could be found out by. */
export function selectApiKeys(orgId: string): Sql {
  return sql`
    select k.id, k.kind, k.user_id as "userId", (select name from users where id = k.user_id) as "userName", k.name, k.scopes,
           k.last_four as "lastFour", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
           k.last_used_at as "lastUsedAt", k.last_used_address as "lastUsedAddress", k.created_at as "createdAt",
           k.updated_at as "updatedAt"
      from api_keys k
     where k.org_id = ${orgId}
     order by k.id`;
}

export function selectChanges(orgId: string): Sql {
  return sql`select * from changes where org_id = ${orgId} order by id`;
}
