import { join, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { type Price, prices } from "#tracking/ledger/rates/prices.ts";
import type { Found } from "./check-history.ts";
import { type Block, within } from "./kinds.ts";

interface Rule {
  column: string;
  broken: Sql;
  expected: Sql;
}

function rule(column: string, broken: string, expected: string): Rule {
  return { column, broken: raw(broken), expected: raw(expected) };
}

const sqlTagKeys =
  "(select coalesce(array_agg(lower(t) order by n), '{}') from unnest(e.tags) with ordinality u (t, n))";

const rules: Rule[] = [
  rule("billable_seconds", "e.billable_seconds < 0 or (not e.billable and e.billable_seconds <> 0)", "to_jsonb(0)"),
  ...prices.map(({ rate, source }) =>
    rule(rate, `e.${rate} < 0 or (e.${source} = 'none' and e.${rate} <> 0)`, "to_jsonb(0)"),
  ),
  rule(
    "tag_keys",
    `e.tags <> '{}' and e.tag_keys <> ${sqlTagKeys} or e.tags = '{}' and e.tag_keys <> '{}'`,
    "to_jsonb(e.tags)",
  ),
  rule(
    "duration_seconds",
    "(e.purged_at is not null or e.project_id is null) and (e.duration_seconds, e.billable_seconds, e.project_id is null, e.description) <> (0, 0, true, '')",
    "to_jsonb(0)",
  ),
];

function ratesEverSet(orgId: string, kind: Price["kind"]): Sql {
  return sql`
    select scope, subject, rate_minor from rates where org_id = ${orgId} and kind = ${kind}
     union
    select r.scope, r.subject, r.rate_minor
      from changes c cross join lateral jsonb_populate_record(null::rates, c.object) r
     where c.org_id = ${orgId} and c.action in ('rate.created', 'rate.deleted') and r.kind = ${kind}`;
}

/** Returns a condition: the entry's rate was never set for its source, which is a scope and its subject. */
function ratedOtherwise(orgId: string, price: Price): Sql {
  const source = `e.${price.source}`;
  const subject = `case ${source} when 'organization' then '' when 'member' then e.user_id when 'project' then e.project_id
                     when 'task' then e.task_id else e.project_id || '/' || e.user_id end`;
  // Accepts any cost rate with the source `organization`: for entries priced before cost sources were stored, this
  // source also stands for rates that were already deleted.
  const unknown = price.kind === "cost" ? sql`and ${raw(source)} <> 'organization'` : sql``;
  return sql`
    ${raw(source)} <> 'none' ${unknown} and e.purged_at is null
      and (${raw(source)}, ${raw(subject)}, e.${raw(price.rate)}) not in (${ratesEverSet(orgId, price.kind)})`;
}

/** Finds the entries of a block that break a rule about single entries. */
export async function checkRules(tx: Transaction, orgId: string, block: Block, most: number): Promise<Found[]> {
  const all = [
    ...rules,
    ...prices.map((price) => {
      const expected = sql`to_jsonb('a rate that was set'::text)`;
      return { column: price.source, broken: ratedOtherwise(orgId, price), expected };
    }),
  ];
  const rows = join(
    all.map(
      ({ column, broken, expected }) =>
        sql`select e.id, ${column}::text as "column", to_jsonb(e.${raw(column)}) as stored, ${expected} as expected, e.tags
              from entry e where ${broken}`,
    ),
    " union all ",
  );
  const any = join(
    all.map(({ broken }) => sql`(${broken})`),
    " or ",
  );
  const broken = await tx.query<{ id: string; column: string; stored: unknown; expected: unknown; tags: string[] }>(sql`
    with entry as materialized (
      select * from time_entries e where org_id = ${orgId} and ${within("id", block)} and (${any})
    )
    select * from (${rows}) found order by id, "column"`);
  const findings = broken.flatMap(({ tags, ...finding }) => {
    if (finding.column !== "tag_keys") return [finding];
    // Compares again in JavaScript, because the database's lower() maps fewer letters.
    const expected = tags.map((tag) => tag.toLowerCase());
    return JSON.stringify(expected) === JSON.stringify(finding.stored) ? [] : [{ ...finding, expected }];
  });
  if (findings.length === 0) return [];
  const ids = [...new Set(findings.map(({ id }) => id))];
  return [{ kind: "time_entry.rule", differing: findings.length, findings: findings.slice(0, most), ids }];
}
