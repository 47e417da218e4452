import type pg from "pg";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { rebuildBudgets } from "#tracking/ledger/budgets/check-budgets.ts";
import { changeEntryRules } from "#identity/organizations/entry-rules.ts";
import { chainBlock } from "#identity/seals/chain-changes.ts";

const instant = (value: string) =>
  `replace(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '.000Z', 'Z')`;
const eventId = (at: string, seed: string) =>
  `'evt_' || lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 19)`;

/**
 * Adds rates and budgets to an organization filled by `fillOrganization`, and a change row for each version of each
 * row, chained in blocks. Change rows of edits contain instants and previous values in the service's own format.
 */
export async function fillHistory(db: DatabasePool, orgId: string): Promise<void> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set session_replication_role = replica");
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query("set work_mem = '256MB'");
    await fillRatesAndBudgets(client, orgId);
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(`
      select indexname, indexdef from pg_indexes
       where tablename = 'changes' and indexname not in (select conname from pg_constraint)`);
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    for (const [name, table] of [
      ["project", "projects"],
      ["task", "tasks"],
      ["rate", "rates"],
    ])
      await client.query(
        `insert into changes (org_id, id, at, action, target_id, object)
         select org_id, ${eventId("created_at", "id")}, created_at, '${name}.created', id, to_jsonb(t) from ${table} t where org_id = $1`,
        [orgId],
      );
    await client.query(
      `insert into changes (org_id, id, at, action, target_id, object)
       select org_id, ${eventId("m.created_at", "m.user_id")}, m.created_at, 'member.added', m.user_id,
              to_jsonb(m) || jsonb_build_object('name', u.name, 'email', u.email)
         from members m join users u on u.id = m.user_id
        where org_id = $1 and role = 'member'`,
      [orgId],
    );
    await fillEntryChanges(client, orgId);
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query("vacuum (analyze) changes, rates, projects");
    await client.query("checkpoint");
  } finally {
    // Close the connection, because its settings must not reach other users of the pool.
    client.release(true);
  }
  await db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    await changeEntryRules(tx, orgId);
    await rebuildBudgets(tx, orgId);
  });
  while (await chainBlock(db, orgId, { settleMs: 0 }));
}

async function fillRatesAndBudgets(client: pg.ClientBase, orgId: string): Promise<void> {
  await client.query(
    `insert into rates (org_id, id, kind, scope, user_id, rate_minor, effective_from, effective_at)
     select $1, 'rate_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + row_number() over (), kind, scope, user_id, rate_minor,
            '2000-01-01', '2000-01-01T00:00:00Z'
       from (select 'billable' as kind, 'organization' as scope, null as user_id, 9000 as rate_minor
              union all select 'cost', 'member', user_id, 4000 from members where org_id = $1) r`,
    [orgId],
  );
  await client.query(
    `update projects
        set budget = jsonb_build_object('kind', 'time', 'seconds', 36000000, 'period', case when id like '%4' then 'monthly' else 'total' end,
                                        'billableOnly', false, 'alertPercents', '[50, 100]'::jsonb, 'startsOn', null)
      where org_id = $1 and right(id, 1) in ('4', '8')`,
    [orgId],
  );
}

async function fillEntryChanges(client: pg.ClientBase, orgId: string): Promise<void> {
  await client.query(
    `insert into changes (org_id, id, at, user_id, key_id, action, target_id, object, previous, request_id, address)
     select org_id, ${eventId("at", "id || k")}, at, user_id, 'key_0199c5d0a1b27c3d8e4f5a6b10000001',
            case k when 1 then 'time_entry.created' else 'time_entry.updated' end, id,
            case k when 1 then object
                   else object || jsonb_build_object('created_at', ${instant("created_at")}, 'updated_at', ${instant("at")},
                                                     'started_at', ${instant("started_at")}) end,
            case when k > 1 then jsonb_build_object('description', description || ' draft ' || k - 1) end,
            'req_' || substr(md5(id || k), 1, 20), '192.0.2.1'
       from (select e.*, k, at,
                    to_jsonb(e) || jsonb_build_object('version', k, 'updated_at', at, 'description',
                                                      e.description || case when k < e.version then ' draft ' || k else '' end) as object
               from time_entries e
              cross join generate_series(1, e.version) k
              cross join lateral (select e.updated_at - (e.version - k) * interval '1 day' as at) a
              where e.org_id = $1) versions
      order by at`,
    [orgId],
  );
}
