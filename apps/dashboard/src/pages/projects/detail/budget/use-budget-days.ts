import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMe } from "#api/queries.ts";
import { type BudgetNow, costsQuery, summaryQuery } from "#api/report-queries.ts";
import type { DayAmount, ForecastInput } from "#parts/figures/forecast/forecast.ts";
import { budgetQueries } from "./budget-queries.ts";

interface Sums {
  seconds: number;
  billableSeconds: number;
  amountMinor?: number | undefined;
  costMinor?: number | undefined;
}

/** The usage in the budget's unit: seconds or minor units. */
function amountOf(budget: NonNullable<Project["budget"]>, sums: Sums): number {
  if (budget.kind === "amount") return sums.amountMinor ?? 0;
  if (budget.kind === "cost") return sums.costMinor ?? 0;
  return budget.billableOnly ? sums.billableSeconds : sums.seconds;
}

/**
 * A project's current budget, its daily usage in the organization's time zone, and the number of person-days that
 * determine the pace.
 */
export function useBudgetDays(project: Project) {
  const { organization, scopes } = useMe();
  const canSeeMoney = scopes.includes("costs:read");
  const { budget } = project;
  const hasBudget = budget !== undefined && budget !== null;
  const costs = useQuery({ ...costsQuery({ projectId: project.id }), enabled: canSeeMoney && hasBudget });
  const { workingDays } = organization;
  const found = costs.data?.projects.find(({ projectId }) => projectId === project.id);
  const now = found?.budget ?? undefined;
  const asOf = costs.data?.asOf ?? "";
  const basis = now?.forecast.basis;
  const isBillableOnly = budget?.billableOnly === true;
  const queries = found && budgetQueries(found, { asOf, tz: organization.timeZone, isBillableOnly });
  const byDay = useQuery({ ...summaryQuery(queries?.byDay ?? {}), enabled: queries !== undefined });
  const byPerson = useQuery({ ...summaryQuery(queries?.byPerson ?? {}), enabled: queries?.byPerson !== undefined });
  const people = queries?.byPerson === undefined ? byDay.data : byPerson.data;
  const input = useMemo(() => {
    if (!hasBudget || now === undefined || byDay.data === undefined || byPerson.isLoading) return undefined;
    return toInput(
      now,
      asOf,
      workingDays,
      byDay.data.groups.map((group) => ({ day: group.key ?? "", amount: amountOf(budget, group) })),
    );
  }, [hasBudget, budget, now, asOf, byDay.data, byPerson.isLoading, workingDays]);
  const personDays = useMemo(() => {
    if (!hasBudget || basis === undefined) return 0;
    const days = people?.groups.filter(({ key }) => key !== null && key >= basis.from && key <= basis.to) ?? [];
    return days.flatMap(({ groups = [] }) => groups.filter((group) => amountOf(budget, group) > 0)).length;
  }, [people, hasBudget, budget, basis]);
  // Without `byPerson`, which may also have too many groups, only the "what if" is missing.
  const error = costs.error ?? byDay.error;
  const isPending = error === null && hasBudget && canSeeMoney && input === undefined;
  const refetch = () => Promise.all([costs.refetch(), byDay.refetch()]);
  return { now, input, personDays, state: { error, isPending, refetch } };
}

function toInput(
  now: BudgetNow,
  asOf: string,
  workingDays: ForecastInput["workingDays"],
  days: readonly DayAmount[],
): ForecastInput {
  const { limit, usedSoFar, periodStart, periodEnd, forecast } = now;
  return { limit, used: usedSoFar, days, asOf, basis: forecast.basis, workingDays, periodStart, periodEnd };
}
