import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { type Finding, type Found, foundOf } from "./check-history.ts";

interface NamedTag {
  key: string;
  name: string;
  /** The spellings used by the tag's entries; null if it has no entries. */
  spellings: string[] | null;
  /** Whether the current name may come from an entry that was permanently deleted or isn't in the sums yet. */
  forgotten: boolean;
}

/** The kind of finding for tag names, which are repaired in the same way as sums. */
export const tagNames = "tag.name";

/** Compares the spelling of tags in reports with their current and former spellings in entries. */
export async function checkTagNames(tx: Transaction, orgId: string, most: number): Promise<Found[]> {
  const unused = await tx.query<NamedTag>(sql`
    with spelt as materialized (
      select t.key, t.name, max(created_at) as newest
        from time_entries cross join lateral unnest(tag_keys, tags) as t (key, name)
       where org_id = ${orgId} and tags <> '{}'
       group by t.key, t.name
    ), known as materialized (
      select key, array_agg(name order by name) as names, max(newest) as newest from spelt group by key
    )
    select n.tag_key as key, n.name, k.names as spellings, ${isForgotten(orgId)} as forgotten
      from tag_names n left join known k on k.key = n.tag_key
     where n.org_id = ${orgId} and (k.names is null or n.name <> all(k.names))
     order by n.tag_key`);
  const isOther = ({ key, name }: NamedTag) => name.toLowerCase() !== key;
  const doubtful = unused.filter((tag) => tag.spellings !== null && !tag.forgotten && !isOther(tag));
  const former = doubtful.length === 0 ? [] : await listFormer(tx, orgId, doubtful);
  const findings = unused
    .filter((tag) => isOther(tag) || (doubtful.includes(tag) && !former.includes(tag.name)))
    .map(({ key, name, spellings }): Finding => {
      return { id: key, column: "name", stored: name, expected: spellings?.[0] ?? key };
    });
  return foundOf(tagNames, findings, most);
}

/**
 * Whether the entry that determined the tag's name may be gone. The newest entry determines the name, so entries
 * deleted before the newest known entry was created don't matter.
 */
function isForgotten(orgId: string): Sql {
  return sql`(exists (select from time_entries where org_id = ${orgId} and project_id is null and deleted_at >= k.newest)
    or exists (select from time_sum_deltas where org_id = ${orgId} and n.tag_key = any(tag_keys)))`;
}

/** Returns the names that any change row of an entry contains as a tag. */
async function listFormer(tx: Transaction, orgId: string, tags: NamedTag[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select n as name from unnest(${tags.map(({ name }) => name)}::text[]) as n
     where exists (select from changes where org_id = ${orgId} and starts_with(action, 'time_entry.') and object -> 'tags' ? n)`);
  return rows.map(({ name }) => name);
}
