import type { GetCostsQuery } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { useMe, useProjectsById } from "#api/queries.ts";
import { costsQuery } from "#api/report-queries.ts";
import { apart } from "#ui/apart.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { projectColor } from "#ui/project-color.ts";
import { clearedFilters } from "#pages/reports/address/report-address.ts";
import { costsOf } from "#pages/reports/address/report-queries.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { MoneyTable, type ProjectSums } from "#pages/reports/figures/money-table.tsx";
import { Totals } from "#pages/reports/figures/totals.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { ReportResult } from "./report-result.tsx";
import classes from "#pages/reports/figures/reports.module.css";

const BudgetTable = apart(() => import("#pages/reports/figures/budget-table.tsx").then((m) => m.BudgetTable)).show;

const withBudget = ["ok", "warning", "exceeded"];

/** The amounts, costs and margins of projects, or the status of their budgets. */
export function CostsTab({ report }: { report: ShownReport }) {
  const { scopes } = useMe();
  const words = useReportWords();
  if (!scopes.includes("costs:read")) return <p>{words.moneyHidden}</p>;
  return <Costs report={report} />;
}

type Sums = ProjectSums & { projectId?: string; entries: number };

function Costs({ report: { state, range, tz, entriesOf } }: { report: ShownReport }) {
  const words = useReportWords();
  const projects = useProjectsById();
  const isOfBudgets = state.report === "budgets";
  const budgetStatus = state.budgetStatus.length === 0 && isOfBudgets ? withBudget : state.budgetStatus;
  const asked = costsOf({ ...state, budgetStatus }, range, tz);
  const query = useQuery({ ...costsQuery(asked as GetCostsQuery), placeholderData: keepPreviousData });
  const { data } = query;
  const nameOf = ({ projectId, name }: Sums) => {
    if (projectId === undefined) return name;
    return (
      <span className="row">
        <ColorDot color={projectColor(projects.get(projectId))} /> {name}
      </span>
    );
  };
  // The costs report has no filters for entries.
  const hrefOf = ({ projectId, entries }: Sums) =>
    projectId === undefined || entries === 0
      ? undefined
      : entriesOf([{ by: "project", key: projectId }], clearedFilters);
  return (
    <ReportResult
      query={query}
      title={words.kinds[isOfBudgets ? "budgets" : "costs"]}
      empty={data?.projects.length === 0 && words.emptyProjects}
      kind={state.report}
      range={range}
      ask={(table, signal) => stint.reports.costs({ ...(asked as GetCostsQuery), ...table }, { signal })}
      call={{ operation: "reports.costs", query: asked }}
      tz={data?.tz ?? tz}
      projectIds={data?.projects.map(({ projectId }) => projectId)}
      hasMoney
      asOf={isOfBudgets ? data?.asOf : undefined}
      above={!isOfBudgets && data && <Totals totals={data.totals} currency={data.currency} query={asked} />}
    >
      {data && isOfBudgets && (
        <Part>
          <BudgetTable projects={data.projects} />
        </Part>
      )}
      {data && !isOfBudgets && (
        <>
          <MoneyTable<Sums>
            label={words.kinds.costs}
            projects={data.projects}
            total={{ ...data.totals, name: words.total }}
            currency={data.currency}
            nameOf={nameOf}
            hrefOf={hrefOf}
          />
          {data.totals.marginMinor === null && <p className={`dim ${classes.note}`}>{words.marginUnknown}</p>}
        </>
      )}
    </ReportResult>
  );
}
