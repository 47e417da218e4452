import type { Money } from "#identity/access.ts";
import type { Column } from "#platform/tables/table.ts";
import type { ProjectCosts } from "#tracking/reports/summaries/costs/costs.ts";
import type { Grouping } from "#tracking/reports/summaries/groupings.ts";
import type { Group } from "#tracking/reports/summaries/summarize.ts";

/** A row of a summary's table: the groups of both levels, and the sums of the innermost group. */
export interface SummaryLine {
  first: Pick<Group, "key" | "name">;
  second: Pick<Group, "key" | "name"> | undefined;
  sums: Omit<Group, "key" | "name" | "groups">;
}

const sumColumns = (money: Money, currency: string): Column<SummaryLine>[] => [
  { header: "seconds", kind: "integer", value: ({ sums }) => sums.seconds },
  { header: "billableSeconds", kind: "integer", value: ({ sums }) => sums.billableSeconds },
  { header: "entries", kind: "integer", value: ({ sums }) => sums.entries },
  { header: "duration", kind: "duration", value: ({ sums }) => sums.seconds },
  { header: "billableDuration", kind: "duration", value: ({ sums }) => sums.billableSeconds },
  ...(money === "none" ? [] : moneyColumns(currency).filter(({ header }) => money === "all" || !costs.has(header))),
];

const costs = new Set(["costMinor", "marginMinor", "uncostedSeconds", "cost", "margin"]);

const moneyColumns = (currency: string): Column<SummaryLine>[] => [
  { header: "amountMinor", kind: "integer", value: ({ sums }) => sums.amountMinor ?? null },
  { header: "exactAmountMinor", kind: "integer", value: ({ sums }) => sums.exactAmountMinor ?? null },
  { header: "costMinor", kind: "integer", value: ({ sums }) => sums.costMinor ?? null },
  { header: "marginMinor", kind: "integer", value: ({ sums }) => sums.marginMinor ?? null },
  { header: "uncostedSeconds", kind: "integer", value: ({ sums }) => sums.uncostedSeconds ?? null },
  { header: "currency", kind: "text", value: () => currency },
  { header: "amount", kind: "money", value: ({ sums }) => sums.amountMinor ?? null },
  { header: "cost", kind: "money", value: ({ sums }) => sums.costMinor ?? null },
  { header: "margin", kind: "money", value: ({ sums }) => sums.marginMinor ?? null },
  { header: "unratedSeconds", kind: "integer", value: ({ sums }) => sums.unratedSeconds ?? null },
];

/** A summary's columns: the key and name of each grouping (`project`, `projectName`), then figures named as in JSON. */
export function summaryColumns(groupBy: Grouping[], money: Money, currency: string): Column<SummaryLine>[] {
  const keys = groupBy.flatMap((grouping, index): Column<SummaryLine>[] => {
    const of = (line: SummaryLine) => (index === 0 ? line.first : line.second);
    const key: Column<SummaryLine> = {
      header: grouping,
      kind: grouping === "date" ? "day" : "text",
      value: (line) => of(line)?.key ?? null,
    };
    const name: Column<SummaryLine> = {
      header: `${grouping}Name`,
      kind: "text",
      value: (line) => of(line)?.name ?? null,
    };
    return grouping === "date" ? [key] : [key, name];
  });
  return [...keys, ...sumColumns(money, currency)];
}

type Budget = NonNullable<ProjectCosts["budget"]>;
type OfBudget = (budget: Budget) => number | null;

const limit: OfBudget = (budget) => budget.limit;
const used: OfBudget = (budget) => budget.used;
const usedSoFar: OfBudget = (budget) => budget.usedSoFar;
const remaining: OfBudget = (budget) => budget.remaining;
const projectedUsed: OfBudget = (budget) => budget.forecast.projectedUsed;

/** A budget figure in seconds; null for a money budget. */
const inSeconds = ({ budget }: ProjectCosts, figure: OfBudget) => (budget?.kind === "time" ? figure(budget) : null);
const inMinorUnits = ({ budget }: ProjectCosts, figure: OfBudget) =>
  budget === null || budget.kind === "time" ? null : figure(budget);

export function costColumns(currency: string): Column<ProjectCosts>[] {
  return [
    { header: "projectId", kind: "text", value: (row) => row.projectId },
    { header: "name", kind: "text", value: (row) => row.name },
    { header: "clientId", kind: "text", value: (row) => row.clientId },
    { header: "seconds", kind: "integer", value: (row) => row.seconds },
    { header: "billableSeconds", kind: "integer", value: (row) => row.billableSeconds },
    { header: "entries", kind: "integer", value: (row) => row.entries },
    { header: "amountMinor", kind: "integer", value: (row) => row.amountMinor },
    { header: "exactAmountMinor", kind: "integer", value: (row) => row.exactAmountMinor },
    { header: "costMinor", kind: "integer", value: (row) => row.costMinor },
    { header: "marginMinor", kind: "integer", value: (row) => row.marginMinor },
    { header: "unratedSeconds", kind: "integer", value: (row) => row.unratedSeconds },
    { header: "uncostedSeconds", kind: "integer", value: (row) => row.uncostedSeconds },
    { header: "duration", kind: "duration", value: (row) => row.seconds },
    { header: "billableDuration", kind: "duration", value: (row) => row.billableSeconds },
    { header: "currency", kind: "text", value: () => currency },
    { header: "amount", kind: "money", value: (row) => row.amountMinor },
    { header: "cost", kind: "money", value: (row) => row.costMinor },
    { header: "margin", kind: "money", value: (row) => row.marginMinor },
    { header: "budgetKind", kind: "text", value: ({ budget }) => budget?.kind ?? null },
    { header: "budgetPeriod", kind: "text", value: ({ budget }) => budget?.period ?? null },
    { header: "budgetPeriodStart", kind: "day", value: ({ budget }) => budget?.periodStart ?? null },
    { header: "budgetPeriodEnd", kind: "day", value: ({ budget }) => budget?.periodEnd ?? null },
    { header: "budgetStatus", kind: "text", value: ({ budget }) => budget?.status ?? null },
    { header: "budgetUsedPercent", kind: "decimal", value: ({ budget }) => budget?.usedPercent ?? null },
    { header: "budgetLimitSeconds", kind: "integer", value: (row) => inSeconds(row, limit) },
    { header: "budgetUsedSeconds", kind: "integer", value: (row) => inSeconds(row, used) },
    { header: "budgetUsedSoFarSeconds", kind: "integer", value: (row) => inSeconds(row, usedSoFar) },
    { header: "budgetRemainingSeconds", kind: "integer", value: (row) => inSeconds(row, remaining) },
    { header: "budgetProjectedSeconds", kind: "integer", value: (row) => inSeconds(row, projectedUsed) },
    { header: "budgetLimitMinor", kind: "integer", value: (row) => inMinorUnits(row, limit) },
    { header: "budgetUsedMinor", kind: "integer", value: (row) => inMinorUnits(row, used) },
    { header: "budgetUsedSoFarMinor", kind: "integer", value: (row) => inMinorUnits(row, usedSoFar) },
    { header: "budgetRemainingMinor", kind: "integer", value: (row) => inMinorUnits(row, remaining) },
    { header: "budgetProjectedMinor", kind: "integer", value: (row) => inMinorUnits(row, projectedUsed) },
    { header: "budgetExhaustsOn", kind: "day", value: ({ budget }) => budget?.forecast.exhaustsOn ?? null },
    { header: "budgetBasisFrom", kind: "day", value: ({ budget }) => budget?.forecast.basis.from ?? null },
    { header: "budgetBasisTo", kind: "day", value: ({ budget }) => budget?.forecast.basis.to ?? null },
    {
      header: "budgetBasisWorkingDays",
      kind: "integer",
      value: ({ budget }) => budget?.forecast.basis.workingDays ?? null,
    },
  ];
}
