import { join, raw, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { amountSql } from "#tracking/ledger/rates/amount.ts";
import { type EntryPrices, prices } from "#tracking/ledger/rates/prices.ts";

/** An entry whose stored amount or cost is not its rate × its seconds. */
export interface AmountDifference {
  entry_id: string;
  stored: Pick<EntryPrices, "amount_minor" | "cost_minor">;
  counted: Pick<EntryPrices, "amount_minor" | "cost_minor">;
}

export interface AmountCheck {
  entries: number;
  differing: number;
  differences: AmountDifference[];
}

/** Compares the amount and cost of each entry, even a deleted one, with its rates and seconds. */
export async function checkAmounts(tx: Transaction, orgId: string, most: number): Promise<AmountCheck> {
  const amounts = prices.map(({ rate, amount, seconds }) => ({ name: amount, counted: amountSql(rate, seconds) }));
  const differs = join(
    amounts.map(({ name, counted }) => sql`${raw(name)} <> ${counted}`),
    " or ",
  );
  const stored = join(amounts.map(({ name }) => raw(`'${name}', ${name}`)));
  const counted = join(amounts.map((amount) => sql`${raw(`'${amount.name}'`)}, ${amount.counted}`));
  const rows = await tx.query<AmountCheck>(sql`
    with differing as (
      select id as entry_id, jsonb_build_object(${stored}) as stored, jsonb_build_object(${counted}) as counted
        from time_entries where org_id = ${orgId} and (${differs}) order by id limit ${most}
    )
    select count(*) as entries, count(*) filter (where ${differs}) as differing,
           (select coalesce(json_agg(d), '[]') from differing d) as differences
      from time_entries where org_id = ${orgId}`);
  return one(rows);
}
