import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { summedEntries } from "./check-time-sums.ts";
import { allKeys } from "./cubes.ts";
import { measureList, sumsOf } from "./queries.ts";

/**
 * Rebuilds an organization's sums from its entries. The transaction must have called `changeEntryRules`, which blocks
 * writes of entries. Waits for nodes that are folding; afterwards, they find no deltas.
 */
export async function rebuildTimeSums(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${orgId}`}, 0))`);
  await tx.query(sql`delete from time_sum_deltas where org_id = ${orgId}`);
  await tx.query(sql`delete from time_sums where org_id = ${orgId}`);
  const columns = raw(["cube", "level", "starts_at", ...allKeys, measureList].join(", "));
  await tx.query(sql`
    with entry as (${summedEntries(orgId)})
    insert into time_sums (org_id, ${columns})
    select ${orgId}, ${columns} from (${sumsOf(sql`entry`)}) sums`);
  // Writes the names of tags too, because the deleted deltas can no longer provide them.
  await tx.query(sql`
    insert into tag_names (org_id, tag_key, name)
    select distinct on (t.tag_key) ${orgId}, t.tag_key, t.name
      from time_entries cross join lateral unnest(tag_keys, tags) as t (tag_key, name)
     where org_id = ${orgId} and deleted_at is null
     order by t.tag_key, updated_at desc, id desc
    on conflict (org_id, tag_key) do update set name = excluded.name where tag_names.name <> excluded.name`);
}
