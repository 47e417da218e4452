import { findOrganization } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { isReached, measureReached, toPeriodRow, withBudget } from "./measure-budgets.ts";
import {
  type BudgetPeriodRow,
  deleteBudgetPeriods,
  listBudgetedProjects,
  listBudgetPeriods,
  storeBudgetPeriods,
} from "./queries.ts";

type Reached = Pick<BudgetPeriodRow, "reached_percents" | "exceeded">;

/** A budget period whose stored state differs from the state computed from its entries. */
export interface BudgetDifference {
  project_id: string;
  period_start: string;
  stored: Reached;
  counted: Reached;
}

export interface BudgetCheck {
  /** The number of compared periods: those in which the stored state or the entries reach a threshold. */
  periods: number;
  differing: number;
  /** The first few differing periods. */
  differences: BudgetDifference[];
}

export async function checkBudgets(tx: Transaction, orgId: string, most: number): Promise<BudgetCheck> {
  const stored = new Map((await listBudgetPeriods(tx, orgId)).filter(isReached).map((row) => [nameOf(row), row]));
  const counted = new Map((await countReached(tx, orgId)).map((row) => [nameOf(row), row]));
  const all = new Map([...stored, ...counted]);
  const differences = [...all].flatMap(([name, { project_id, period_start }]) => {
    const [kept, found] = [toReached(stored.get(name)), toReached(counted.get(name))];
    if (JSON.stringify(kept) === JSON.stringify(found)) return [];
    return [{ project_id, period_start, stored: kept, counted: found }];
  });
  return { periods: all.size, differing: differences.length, differences: differences.slice(0, most) };
}

/** Rebuilds the stored state without recording events. The transaction must have called `changeEntryRules`. */
export async function rebuildBudgets(tx: Transaction, orgId: string): Promise<void> {
  await deleteBudgetPeriods(tx, orgId);
  await storeBudgetPeriods(tx, orgId, await countReached(tx, orgId));
}

/** Computes the state from the entries themselves instead of the stored sums. */
async function countReached(tx: Transaction, orgId: string): Promise<BudgetPeriodRow[]> {
  const organization = await findOrganization(tx, orgId);
  if (organization === undefined) throw new Error(`organization ${orgId} was not found`);
  const budgeted = withBudget(await listBudgetedProjects(tx, orgId));
  return (await measureReached(tx, organization, budgeted, [])).map(toPeriodRow);
}

function nameOf({ project_id, period_start }: BudgetPeriodRow): string {
  return `${project_id} ${period_start}`;
}

function toReached(row: BudgetPeriodRow | undefined): Reached {
  return { reached_percents: row?.reached_percents ?? [], exceeded: row?.exceeded ?? false };
}
