import { type Sql, sql } from "#platform/database/database.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { shownColumns, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

export interface ReportedEntryRow extends TimeEntryRow {
  user_name: string;
  client_id: string | null;
  client_name: string | null;
  project_name: string;
  task_name: string;
}

/** The entries of a report with the names they refer to, the earliest first. */
export function reportedEntries(orgId: string, filter: TimeEntryFilter): Sql {
  return sql`
    select ${shownColumns(orgId)}, (select name from users where id = user_id) as user_name, client_id, project_name,
           (select name from clients where org_id = ${orgId} and id = client_id) as client_name,
           (select name from tasks where org_id = ${orgId} and id = task_id) as task_name
      from time_entries
      left join lateral (
        select name as project_name, client_id
          from projects where org_id = ${orgId} and id = project_id offset 0) p on true
     where org_id = ${orgId} and deleted_at is null ${matching(orgId, filter)}
     order by started_at, id`;
}
