import { verifyStatement } from "@stint/sdk";
import { raw, sql, type Transaction } from "#platform/database/database.ts";
import type { StatementRow, TimesheetRow } from "#tracking/month/timesheets/queries.ts";

/** A stored value, and the value implied by other data. */
interface Difference {
  id: string;
  column: string;
  stored: unknown;
  expected: unknown;
}

// Small blocks, because the statement of a single timesheet can have thousands of entries.
const blockSize = 50;

export async function checkFigures(tx: Transaction, orgId: string): Promise<Difference[]> {
  const names = ["seconds", "billable_seconds", "entries", "amount_minor"] as const;
  const figures = raw("f.seconds, f.billable_seconds, f.entries, f.amount_minor");
  const rows = await tx.query<Pick<TimesheetRow, "id" | (typeof names)[number]> & { held: Record<string, number> }>(sql`
    select t.id, t.seconds, t.billable_seconds, t.entries, t.amount_minor, to_jsonb(f) as held
      from timesheets t
     cross join lateral (
       select coalesce(sum(e.duration_seconds), 0)::bigint as seconds, coalesce(sum(e.billable_seconds), 0)::bigint as billable_seconds,
              count(*)::integer as entries, coalesce(sum(e.amount_minor), 0)::bigint as amount_minor
         from time_entries e
        where e.org_id = ${orgId} and e.user_id = t.user_id and e.deleted_at is null and e.started_at >= t.starts_at and e.started_at < t.ends_at
          and not exists (select from timesheets o
                           where o.org_id = ${orgId} and o.user_id = t.user_id and o.id <> t.id and o.status in ('submitted', 'approved')
                             and o.starts_at <= e.started_at and o.ends_at > e.started_at
                             and (o.submitted_at, o.id) < (t.submitted_at, t.id))) f
     where t.org_id = ${orgId} and t.status in ('submitted', 'approved')
       and (t.seconds, t.billable_seconds, t.entries, t.amount_minor) is distinct from (${figures})
     order by t.id`);
  return rows.flatMap(({ id, held, ...row }) =>
    names
      .filter((name) => row[name] !== held[name])
      .map((column) => ({ id, column, stored: row[column], expected: held[column] })),
  );
}

/**
 * Verifies every stored statement: that it is consistent, and that it contains the hash of the statement before it.
 * Also verifies that each timesheet refers to its latest statement.
 */
export async function checkStatements(tx: Transaction, orgId: string): Promise<Difference[]> {
  const found: Difference[] = [];
  let after = { timesheet_id: "", revision: 0 };
  let before: StatementRow | undefined;
  for (;;) {
    const rows = await tx.query<StatementRow>(sql`
      select timesheet_id, revision, hash, statement, amounts, created_at from timesheet_statements
       where org_id = ${orgId} and (timesheet_id, revision) > (${after.timesheet_id}, ${after.revision})
       order by timesheet_id, revision limit ${blockSize}`);
    for (const row of rows) {
      found.push(...(await listFaults(row, before)));
      before = row;
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last;
  }
  return [...found, ...(await checkLatest(tx, orgId))];
}

async function listFaults(row: StatementRow, before: StatementRow | undefined): Promise<Difference[]> {
  const { timesheet_id: id, revision, statement, amounts, hash } = row;
  const column = "statement";
  const verified = await verifyStatement({ ...statement, amounts, hash });
  const faults = verified.faults.map(({ pointer, message }) => {
    return { id, column, stored: `revision ${revision}: ${pointer} ${message}`, expected: null };
  });
  const previous = before?.timesheet_id === id ? before : undefined;
  const expected = { revision: (previous?.revision ?? 0) + 1, previousHash: previous?.hash ?? null };
  const stored = { revision: statement["revision"], previousHash: statement["previousHash"] };
  const isLinked = stored.revision === expected.revision && stored.previousHash === expected.previousHash;
  return isLinked ? faults : [...faults, { id, column, stored, expected }];
}

/** Finds timesheets that do not refer to their latest statement. */
async function checkLatest(tx: Transaction, orgId: string): Promise<Difference[]> {
  const rows = await tx.query<{ id: string; stored: unknown; expected: unknown }>(sql`
    select t.id, jsonb_build_object('revision', t.revision, 'hash', t.statement_hash) as stored,
           jsonb_build_object('revision', coalesce(s.revision, 0), 'hash', s.hash) as expected
      from timesheets t
      left join lateral (select revision, hash from timesheet_statements
                          where org_id = ${orgId} and timesheet_id = t.id order by revision desc limit 1) s on true
     where t.org_id = ${orgId} and (t.revision, t.statement_hash) is distinct from (coalesce(s.revision, 0), s.hash)
     order by t.id`);
  return rows.map((row) => ({ ...row, column: "statement_hash" }));
}
