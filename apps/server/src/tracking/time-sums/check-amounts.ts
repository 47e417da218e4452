import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { amountSql } from "#tracking/rates/amount.ts";

/** An entry whose amount or cost differs from its rate × time. */
export interface AmountDifference {
  entry_id: string;
  stored: { amount_minor: number; cost_minor: number };
  counted: { amount_minor: number; cost_minor: number };
}

export interface AmountCheck {
  entries: number;
  differing: number;
  differences: AmountDifference[];
}

/** Compares the amount and cost of each entry, deleted or not, with its rates and time. */
export async function checkAmounts(tx: Transaction, orgId: string, most: number): Promise<AmountCheck> {
  const amount = amountSql("rate_minor", "billable_seconds");
  const cost = amountSql("cost_rate_minor", "duration_seconds");
  const differs = sql`amount_minor <> ${amount} or cost_minor <> ${cost}`;
  const figures = (of: string) =>
    raw(`jsonb_build_object('amount_minor', ${of}amount_minor, 'cost_minor', ${of}cost_minor)`);
  const rows = await tx.query<AmountCheck>(sql`
    with differing as (
      select id as entry_id, ${figures("")} as stored, jsonb_build_object('amount_minor', ${amount}, 'cost_minor', ${cost}) as counted
        from time_entries where org_id = ${orgId} and (${differs}) order by id limit ${most}
    )
    select count(*) as entries, count(*) filter (where ${differs}) as differing,
           (select coalesce(json_agg(d), '[]') from differing d) as differences
      from time_entries where org_id = ${orgId}`);
  return one(rows);
}
