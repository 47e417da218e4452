import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { safeInteger } from "#platform/database/column-types.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { listBlocks } from "#tracking/entries/revisions/queries.ts";
import type { ProjectSums } from "./queries.ts";
import { maxBilledEntries } from "./schemas.ts";

export interface UnbilledEntry {
  id: string;
  user_id: string;
  project_id: string;
  task_id: string;
  started_at: string;
  duration_seconds: number;
  billable_seconds: number;
  rate_minor: number;
  amount_minor: number;
  unrated: boolean;
}

/**
 * The matching entries in blocks, ordered by id; undefined if there are too many. `more` is an additional condition
 * that starts with `and`. With `lock`, the query waits for concurrent batches, skips the entries that they billed, and
 * locks the others until the transaction ends.
 */
export async function findUnbilled(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  { lock, more }: { lock: boolean; more: Sql },
): Promise<UnbilledEntry[][] | undefined> {
  const wanted = { ...filter, billable: true, billed: false };
  const blocks = await listBlocks(db, orgId, wanted, rowsOfStatement, more);
  if (blocks.length > maxBilledEntries / rowsOfStatement) return undefined;
  const found: UnbilledEntry[][] = [];
  for (const { from, to } of blocks) {
    const end = to === undefined ? sql`` : sql`and id < ${to}`;
    const entries = await db.query<UnbilledEntry>(sql`
      select id, user_id, project_id, task_id, started_at, duration_seconds, billable_seconds, rate_minor,
             amount_minor, rate_source = 'none' as unrated
        from time_entries
       where org_id = ${orgId} and deleted_at is null ${matching(orgId, wanted)} ${more} and id >= ${from} ${end}
       order by id ${lock ? sql`for no key update` : sql``}`);
    found.push(entries);
  }
  return found.filter((entries) => entries.length > 0);
}

/** The current names of the entries' projects, tasks, members and clients, and each project's client. */
export interface Names {
  names: Map<string, string>;
  clientOf: Map<string, string | null>;
}

export async function readNames(db: Database, orgId: string, entries: UnbilledEntry[]): Promise<Names> {
  const distinct = (of: (entry: UnbilledEntry) => string) => [...new Set(entries.map(of))];
  const projectIds = distinct((entry) => entry.project_id);
  // Reads all names in one SQL statement, so that they come from the same snapshot.
  const rows = await db.query<{ id: string; name: string; client_id: string | null }>(sql`
    select id, name, client_id from projects where org_id = ${orgId} and id = any(${projectIds})
     union all
    select id, name, null from tasks where org_id = ${orgId} and id = any(${distinct((entry) => entry.task_id)})
     union all
    select m.user_id, u.name, null from members m join users u on u.id = m.user_id
     where m.org_id = ${orgId} and m.user_id = any(${distinct((entry) => entry.user_id)})
     union all
    select c.id, c.name, null from clients c
     where c.org_id = ${orgId}
       and c.id in (select client_id from projects where org_id = ${orgId} and id = any(${projectIds}))`);
  const projects = new Set(projectIds);
  return {
    names: new Map(rows.map(({ id, name }) => [id, name])),
    clientOf: new Map(rows.flatMap((row) => (projects.has(row.id) ? [[row.id, row.client_id]] : []))),
  };
}

export function sumByProject(entries: UnbilledEntry[], { clientOf }: Pick<Names, "clientOf">): ProjectSums[] {
  const groups = Map.groupBy(entries, (entry) => entry.project_id);
  return [...groups].map(([projectId, members]) => ({
    project_id: projectId,
    client_id: clientOf.get(projectId) ?? null,
    ...sumOfEntries(members),
  }));
}

export function sumOfEntries(entries: UnbilledEntry[]): Sums {
  return totalOf(
    entries.map(({ duration_seconds: seconds, billable_seconds, amount_minor }) => {
      return { entries: 1, seconds, billable_seconds, amount_minor };
    }),
  );
}

type Sums = Pick<ProjectSums, "entries" | "seconds" | "billable_seconds" | "amount_minor">;

export function totalOf(parts: Sums[]): Sums {
  const sum = (of: (part: Sums) => number) =>
    safeInteger(Number(parts.reduce((total, part) => total + BigInt(of(part)), 0n)));
  return {
    entries: sum((part) => part.entries),
    seconds: sum((part) => part.seconds),
    billable_seconds: sum((part) => part.billable_seconds),
    amount_minor: sum((part) => part.amount_minor),
  };
}
