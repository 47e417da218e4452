import type { GetCostsQuery } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { stint } from "#api/client.ts";
import { useMe, useProjects } from "#api/queries.ts";
import type { ProjectCosts } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { Amount } from "#figures/amount.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import table from "#ui/list/table.module.css";
import { Downloads } from "./downloads.tsx";
import { Figure } from "./figure.tsx";
import { fileName } from "./file-name.ts";
import { costsOf } from "./report-queries.ts";
import { RuleNote } from "./rule-note.tsx";
import { Totals } from "./totals.tsx";
import { useNames } from "./use-names.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import panel from "#ui/panel.module.css";
import classes from "./reports.module.css";

const BudgetTable = lazy(() => import("./budget-table.tsx").then((m) => ({ default: m.BudgetTable })));

const withBudget = ["ok", "warning", "exceeded"];

/** Amounts, costs and margins of projects, or the state of their budgets. */
export function CostsTab({ report }: { report: ShownReport }) {
  const { scopes } = useMe();
  const words = useWords();
  if (!scopes.includes("costs:read")) return <p>{words.moneyHidden}</p>;
  return <Costs report={report} />;
}

function Costs({ report }: { report: ShownReport }) {
  const { state, range, tz, weekStart, interval } = report;
  const words = useWords();
  const names = useNames(interval, weekStart);
  const isOfBudgets = state.report === "budgets";
  const budgetStatus = state.budgetStatus.length === 0 && isOfBudgets ? withBudget : state.budgetStatus;
  const asked = costsOf({ ...state, budgetStatus }, range, tz);
  const query = useQuery({
    queryKey: ["reports", "costs", asked],
    queryFn: () => stint.reports.costs({ ...(asked as GetCostsQuery), format: "json" }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const title = words.kinds[isOfBudgets ? "budgets" : "costs"];
  const call = { operation: "reports.costs", method: "GET", path: "/v1/reports/costs", query: asked } as const;
  return (
    <>
      {data !== undefined && data.projects.length > 0 && (
        <>
          {!isOfBudgets && (
            <section className={panel.panel} aria-label={words.total}>
              <Totals totals={data.totals} currency={data.currency} />
            </section>
          )}
          <section className={`${panel.panel} ${panel.long}`} aria-label={title} aria-busy={query.isFetching}>
            <div className={panel.head}>
              <h2>{title}</h2>
              <Downloads
                name={fileName(state.report, range)}
                ask={(format, signal) => stint.reports.costs({ ...(asked as GetCostsQuery), format }, { signal })}
                call={call}
              />
            </div>
            {isOfBudgets ? (
              <Suspense>
                <BudgetTable projects={data.projects} />
              </Suspense>
            ) : (
              <MoneyTable report={report} projects={data.projects} totals={data.totals} currency={data.currency} />
            )}
          </section>
        </>
      )}
      <ListState query={query} empty={data?.projects.length === 0 && words.emptyProjects} />
      {data !== undefined && (
        <RuleNote
          tz={data.tz}
          range={range && names.ofRange(range)}
          projectIds={data.projects.map(({ projectId }) => projectId)}
          hasMoney
          asOf={isOfBudgets ? data.asOf : undefined}
        />
      )}
    </>
  );
}

type Sums = Pick<
  ProjectCosts,
  | "seconds"
  | "billableSeconds"
  | "entries"
  | "amountMinor"
  | "costMinor"
  | "marginMinor"
  | "unratedSeconds"
  | "uncostedSeconds"
>;

interface MoneyProps {
  report: ShownReport;
  projects: readonly ProjectCosts[];
  totals: Sums;
  currency: string;
}

function MoneyTable({ report: { entriesOf }, projects, totals, currency }: MoneyProps) {
  const format = useFormat();
  const words = useWords();
  const all = useProjects();
  const money = (minor: number) => format.money(minor, currency);
  const cells = (sums: Sums, href: string | undefined) => {
    const { seconds, amountMinor, costMinor, marginMinor, unratedSeconds, uncostedSeconds } = sums;
    const share = marginMinor === null || amountMinor === 0 ? "–" : format.percent(marginMinor / amountMinor);
    return (
      <>
        <td className={table.number} data-label={words.tracked}>
          <Figure href={href}>{format.duration(seconds)}</Figure>
        </td>
        <td className={table.number} data-label={words.amount}>
          <Amount minor={amountMinor} secondsWithoutRate={unratedSeconds}>
            <Figure href={href}>{money(amountMinor)}</Figure>
          </Amount>
        </td>
        <td className={table.number} data-label={words.cost}>
          <Amount isCost minor={costMinor} secondsWithoutRate={uncostedSeconds}>
            <Figure href={href}>{money(costMinor)}</Figure>
          </Amount>
        </td>
        <td className={table.number} data-label={words.margin}>
          {marginMinor === null ? <span title={words.marginUnknown}>–</span> : money(marginMinor)}
        </td>
        <td className={table.number} data-label={words.marginShare}>
          {share}
        </td>
      </>
    );
  };
  const columns = [words.tracked, words.amount, words.cost, words.margin, words.marginShare];
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            {columns.map((label) => (
              <th key={label} scope="col" className={table.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {projects.map((costs) => (
            <tr key={costs.projectId}>
              <th scope="row">
                <span className={classes.name}>
                  <ColorDot color={projectColor(all.find(({ id }) => id === costs.projectId))} /> {costs.name}
                </span>
              </th>
              {cells(
                costs,
                costs.entries === 0 ? undefined : entriesOf([{ by: "project", key: costs.projectId }], unfiltered),
              )}
            </tr>
          ))}
          <tr className={classes.total}>
            <th scope="row">{words.total}</th>
            {cells(totals, undefined)}
          </tr>
        </tbody>
      </table>
      {totals.marginMinor === null && <p className={classes.note}>{words.marginUnknown}</p>}
    </>
  );
}

/** The costs report doesn't support entry filters. */
const unfiltered = { taskId: [], userId: [], tag: [], billable: undefined, q: "", clientId: [] };
