import type { BudgetCheck } from "#tracking/ledger/budgets/check-budgets.ts";
import type { ChainCheck } from "#tracking/proof/check-chain.ts";
import type { Finding } from "#tracking/proof/check-history.ts";
import type { HistoryCheck } from "#tracking/proof/prove-history.ts";
import type { AmountCheck, SumCheck } from "#tracking/ledger/time-sums/check-time-sums.ts";
import type { Backlog } from "#tracking/exchange/webhooks/log/queries.ts";
import { counted } from "#commands/command-line/counted.ts";

/** The findings in one organization. */
export interface Report {
  organizationId: string;
  name: string;
  sums: SumCheck;
  amounts: AmountCheck;
  budgets: BudgetCheck;
  history: HistoryCheck;
  chain: ChainCheck;
  webhooks: Backlog;
  /** Whether the data was repaired and now agrees. Repairs never change the amounts of entries. */
  repaired: boolean;
}

/** Converts the reports to one JSON document. */
export function toDocument(reports: Report[], sound: boolean): unknown {
  return camelCased({ sound, organizations: reports });
}

export function describeReport({
  organizationId,
  name,
  sums,
  amounts,
  budgets,
  history,
  chain,
  webhooks,
  repaired,
}: Report): string {
  const checked = [
    counted(amounts.entries, "entry", "entries"),
    counted(sums.sums, "sum", "sums"),
    counted(budgets.periods, "reached budget period", "reached budget periods"),
    counted(chain.changes, "chained change", "chained changes"),
  ].join(", ");
  const differing = sums.differing + amounts.differing + budgets.differing + history.differing + chain.differing;
  const lines = [
    `${organizationId} ${JSON.stringify(name)}: ${checked}; ${outcome(differing, repaired, history.differing > 0 ? "rows, sums and budgets" : "sums and budgets")}.`,
  ];
  for (const { cube, level, starts_at: startsAt, stored, counted: found, ...keys } of sums.differences) {
    lines.push(`  sum ${cube} by ${level} from ${startsAt}${named(keys)}: ${compared(stored, found)}`);
  }
  lines.push(...others(sums, "sum", "sums"));
  for (const { entry_id: id, stored, counted: found } of amounts.differences) {
    lines.push(`  entry ${id}: ${compared(stored, found)}`);
  }
  lines.push(...others(amounts, "entry", "entries"));
  for (const { project_id: id, period_start: start, stored, counted: found } of budgets.differences) {
    lines.push(`  budget of ${id} from ${start}: ${compared(stored, found)}`);
  }
  lines.push(...others(budgets, "budget period", "budget periods"));
  for (const { kind, differing: count, differences } of [...history.kinds, ...chain.kinds]) {
    lines.push(...differences.map((finding) => `  ${kind} ${described(finding)}`));
    if (count > differences.length) lines.push(`  … and ${count - differences.length} more of ${kind}`);
  }
  if (chain.matched > 0) lines.push(`  ${counted(chain.matched, "kept seal matches", "kept seals match")}.`);
  if (chain.waiting > 0) lines.push(`  ${counted(chain.waiting, "change is", "changes are")} not in a block yet.`);
  if (chain.late > 0) lines.push(`  ${counted(chain.late, "change was", "changes were")} chained after later ones.`);
  if (webhooks.endpoints > 0) lines.push(`  webhooks: ${backlog(webhooks)}.`);
  return lines.join("\n");
}

function described({ id, column, stored, expected }: Finding): string {
  if (column === null) return `${id}: ${String(stored)}, expected ${String(expected)}`;
  return `${id}: ${camelCase(column)} is ${JSON.stringify(stored)}, expected ${JSON.stringify(expected)}`;
}

function backlog({ endpoints, disabled, queued, pending, due_since: dueSince }: Report["webhooks"]): string {
  const due = dueSince === null ? "" : `, due since ${dueSince}`;
  return `${counted(endpoints, "endpoint", "endpoints")}, ${disabled} disabled; ${counted(queued, "change", "changes")} queued, ${counted(pending, "delivery", "deliveries")} pending${due}`;
}

function outcome(differing: number, repaired: boolean, what: string): string {
  if (differing === 0) return "all is well";
  return `${differing === 1 ? "1 differs" : `${differing} differ`}${repaired ? `, ${what} are repaired` : ""}`;
}

function others(check: { differing: number; differences: unknown[] }, one: string, many: string): string[] {
  const left = check.differing - check.differences.length;
  return left === 0 ? [] : [`  … and ${counted(left, `more ${one}`, `more ${many}`)}`];
}

/** Formats the non-empty grouping keys of a sum. */
function named(keys: Record<string, string>): string {
  const used = Object.entries(keys).filter(([, value]) => value !== "");
  return used.map(([key, value]) => ` ${camelCase(key)}=${JSON.stringify(value)}`).join("");
}

/** Formats a difference: the stored values and the correct ones. */
function compared(stored: object, found: object): string {
  const right = new Map(Object.entries(found));
  return Object.entries(stored)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(right.get(name)))
    .map(
      ([name, value]) => `${camelCase(name)} is ${JSON.stringify(value)}, counted ${JSON.stringify(right.get(name))}`,
    )
    .join("; ");
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), camelCased(inner)]));
}
