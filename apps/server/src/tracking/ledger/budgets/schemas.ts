import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, Nullable, OneOf, when } from "#platform/http/contract/schemas.ts";

export const budgetPeriods = ["total", "monthly", "weekly"] as const;

const kind = OneOf(["time", "amount", "cost"], {
  description: "The quantity that the budget limits: time, billable amounts, or internal costs.",
});
const seconds = Type.Integer({
  minimum: 1,
  maximum: 3_600_000_000,
  description: "The limit of a time budget, in seconds.",
  examples: [144_000],
});
const amountMinor = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "The limit of an amount or cost budget, in minor units.",
  examples: [3_000_000],
});
const period = OneOf(budgetPeriods, { description: "How often it resets.", default: "total" });
const startsOn = Nullable(
  Type.String({
    format: "date",
    description:
      "Its first day; nothing before it counts. Months begin on this day of the month or on the month's last day, weeks on this weekday. Without it, months are calendar months, and weeks are the organization's.",
    examples: ["2026-03-01"],
  }),
);
const billableOnly = Type.Boolean({
  description:
    "Whether only billable entries count. A time budget then measures `billableSeconds`, otherwise durations.",
  default: true,
});
const alertPercents = Type.Array(Type.Integer({ minimum: 1, maximum: 1000 }), {
  maxItems: 10,
  uniqueItems: true,
  description: "The percentages at which `budget.threshold_reached` is sent.",
  default: [80, 100],
});
const onExceed = OneOf(["warn", "block"], {
  description:
    "`block` refuses new entries that would exceed the budget and, once the budget is used up, new timers. A running timer can always be stopped.",
  default: "warn",
});

export const Budget = Type.Object({
  kind,
  seconds: Type.Optional(seconds),
  amountMinor: Type.Optional(amountMinor),
  period,
  startsOn,
  billableOnly,
  alertPercents,
  onExceed,
});
export type Budget = Static<typeof Budget>;

export const BudgetInput = Closed({
  kind,
  seconds: Type.Optional(seconds),
  amountMinor: Type.Optional(amountMinor),
  period: Type.Optional(period),
  startsOn: Type.Optional(startsOn),
  billableOnly: Type.Optional(billableOnly),
  alertPercents: Type.Optional(alertPercents),
  onExceed: Type.Optional(onExceed),
});
export type BudgetInput = Static<typeof BudgetInput>;

const timeLimit = { required: ["seconds"], properties: { seconds: true, amountMinor: false } };
const moneyLimit = { required: ["amountMinor"], properties: { amountMinor: true, seconds: false } };
/** The limit that `readBudget` requires for each kind. */
export const budgetRules = {
  allOf: [when("kind", "time", timeLimit), when("kind", "amount", moneyLimit), when("kind", "cost", moneyLimit)],
};
