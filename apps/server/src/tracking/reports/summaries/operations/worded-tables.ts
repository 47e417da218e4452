import type { Money } from "#identity/access.ts";
import type { Column } from "#platform/tables/table.ts";
import type { TableWords } from "#tracking/reports/table-language.ts";
import type { CostsReport, ProjectCosts } from "#tracking/reports/summaries/costs/costs.ts";
import type { Grouping } from "#tracking/reports/summaries/groupings.ts";
import type { SummaryLine } from "./tables.ts";

/** The columns of a summary for people, without ids. */
export function wordedSummaryColumns(
  groupBy: Grouping[],
  { words, money, currency }: { words: TableWords; money: Money; currency: string },
): Column<SummaryLine>[] {
  const amount: Column<SummaryLine> = {
    header: `${words.amount} (${currency})`,
    kind: "money",
    isSummed: true,
    value: ({ sums }) => sums.amountMinor ?? null,
  };
  return [
    ...groupBy.map((grouping, index): Column<SummaryLine> => ({
      header: words.groupings[grouping],
      kind: grouping === "date" ? "day" : "text",
      value: ({ first, second }) => nameOfGroup(grouping, (index === 0 ? first : second) ?? first, words),
    })),
    { header: words.hours, kind: "hours", isSummed: true, value: ({ sums }) => sums.seconds },
    { header: words.billableHours, kind: "hours", isSummed: true, value: ({ sums }) => sums.billableSeconds },
    ...(money === "none" ? [] : [amount]),
    { header: words.entries, kind: "integer", isSummed: true, value: ({ sums }) => sums.entries },
  ];
}

function nameOfGroup(grouping: Grouping, { key, name }: SummaryLine["first"], words: TableWords): string {
  if (key === null) return words.none[grouping];
  if (grouping === "billable") return words.billableKeys[key === "true" ? "true" : "false"];
  if (grouping === "source") return words.sources[key as keyof TableWords["sources"]];
  return name ?? key;
}

/** The columns of a costs report for people. Has columns for budgets only if there are any, in hours or in money. */
export function wordedCostColumns(
  { projects, currency }: CostsReport,
  { words, clientNames }: { words: TableWords; clientNames: ReadonlyMap<string, string> },
): Column<ProjectCosts>[] {
  const inMoney = (header: string, value: (row: ProjectCosts) => number | null): Column<ProjectCosts> => ({
    header: `${header} (${currency})`,
    kind: "money",
    isSummed: true,
    value,
  });
  return [
    text(words.groupings.project, ({ name }) => name),
    text(words.groupings.client, ({ clientId }) => (clientId === null ? null : (clientNames.get(clientId) ?? null))),
    { header: words.hours, kind: "hours", isSummed: true, value: ({ seconds }) => seconds },
    { header: words.billableHours, kind: "hours", isSummed: true, value: ({ billableSeconds }) => billableSeconds },
    inMoney(words.amount, ({ amountMinor }) => amountMinor),
    inMoney(words.cost, ({ costMinor }) => costMinor),
    inMoney(words.margin, ({ marginMinor }) => marginMinor),
    ...budgetColumns({ projects, currency }, words),
  ];
}

/** The columns for budgets, in hours or in money; none if no project has a budget. */
function budgetColumns(
  { projects, currency }: Pick<CostsReport, "projects" | "currency">,
  words: TableWords,
): Column<ProjectCosts>[] {
  if (projects.every(({ budget }) => budget === null)) return [];
  const columnsOf = ([header, figure]: (typeof figures)[number]): Column<ProjectCosts>[] => [
    ...(projects.some(({ budget }) => budget?.kind === "time")
      ? [
          {
            header: `${header} (${words.hours})`,
            kind: "hours" as const,
            value: ({ budget }: ProjectCosts) => (budget?.kind === "time" ? budget[figure] : null),
          },
        ]
      : []),
    ...(projects.some(({ budget }) => budget !== null && budget.kind !== "time")
      ? [
          {
            header: `${header} (${currency})`,
            kind: "money" as const,
            value: ({ budget }: ProjectCosts) => (budget === null || budget.kind === "time" ? null : budget[figure]),
          },
        ]
      : []),
  ];
  const figures = [
    [words.budgetLimit, "limit"],
    [words.budgetUsed, "used"],
    [words.budgetRemaining, "remaining"],
  ] as const;
  return [
    text(words.budget, ({ budget }) => budget && words.budgetKinds[budget.kind]),
    ...figures.flatMap(columnsOf),
    {
      header: words.budgetUsedPercent,
      kind: "hundredths",
      value: ({ budget }) => budget && Math.round(budget.usedPercent * 100),
    },
    text(words.budgetStatus, ({ budget }) => budget && words.budgetStatuses[budget.status]),
  ];
}

function text(header: string, value: (row: ProjectCosts) => string | null): Column<ProjectCosts> {
  return { header, kind: "text", value };
}
