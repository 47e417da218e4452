import { invalid } from "#platform/errors.ts";
import type { Budget, BudgetInput } from "./schemas.ts";

/** The budget in a request body, with defaults filled in; throws 422 for a limit that does not match its kind. */
export function readBudget(input: BudgetInput): Budget {
  const [needed, other] =
    input.kind === "time" ? (["seconds", "amountMinor"] as const) : (["amountMinor", "seconds"] as const);
  const limit = input[needed];
  if (limit === undefined) {
    throw invalid(`/budget/${needed}`, "required", `is required if kind is ${input.kind}`);
  }
  if (input[other] !== undefined) {
    throw invalid(`/budget/${other}`, "not_allowed", `must be omitted if kind is ${input.kind}; send ${needed}`);
  }
  return normalBudget({ ...input, [needed]: limit });
}

/** Fills in defaults and puts the fields in a fixed order, so that budgets can be compared as text. */
function normalBudget(input: BudgetInput): Budget {
  return {
    kind: input.kind,
    ...(input.seconds === undefined ? {} : { seconds: input.seconds }),
    ...(input.amountMinor === undefined ? {} : { amountMinor: input.amountMinor }),
    period: input.period ?? "total",
    startsOn: input.startsOn ?? null,
    billableOnly: input.billableOnly ?? true,
    alertPercents: (input.alertPercents ?? [80, 100]).toSorted((a, b) => a - b),
    onExceed: input.onExceed ?? "warn",
  };
}

/** Restores the fixed order of fields, which PostgreSQL's jsonb does not keep. */
export function toBudget(stored: Budget | null): Budget | null {
  return stored === null ? null : normalBudget(stored);
}

/** Whether the budget is in money, which not every member may see. */
export function isMoneyBudget(budget: Pick<Budget, "kind"> | null): boolean {
  return budget !== null && budget.kind !== "time";
}
