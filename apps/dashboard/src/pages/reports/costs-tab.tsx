import type { GetCostsQuery } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode } from "react";
import { stint } from "#api/connection/client.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { costsQuery, type ProjectCosts } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { Amount } from "#parts/figures/amount.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { type Column, Table } from "#ui/list/table.tsx";
import { Downloads } from "./downloads.tsx";
import { Figure } from "./figure.tsx";
import { fileName } from "./file-name.ts";
import { costsOf } from "./report-queries.ts";
import { RuleNote } from "./rule-note.tsx";
import { Totals } from "./totals.tsx";
import { useReportNames } from "./use-report-names.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import { Part } from "#ui/dialog/part.tsx";
import panel from "#ui/panel.module.css";
import { Panel } from "#ui/panel.tsx";
import classes from "./reports.module.css";

const BudgetTable = lazy(() => import("./budget-table.tsx").then((m) => ({ default: m.BudgetTable })));

const withBudget = ["ok", "warning", "exceeded"];

/** The amounts, costs and margins of projects, or the status of their budgets. */
export function CostsTab({ report }: { report: ShownReport }) {
  const { scopes } = useMe();
  const words = useWords();
  if (!scopes.includes("costs:read")) return <p>{words.moneyHidden}</p>;
  return <Costs report={report} />;
}

function Costs({ report }: { report: ShownReport }) {
  const { state, range, tz, weekStart, interval } = report;
  const words = useWords();
  const names = useReportNames(interval, weekStart);
  const isOfBudgets = state.report === "budgets";
  const budgetStatus = state.budgetStatus.length === 0 && isOfBudgets ? withBudget : state.budgetStatus;
  const asked = costsOf({ ...state, budgetStatus }, range, tz);
  const query = useQuery({ ...costsQuery(asked as GetCostsQuery), placeholderData: keepPreviousData });
  const { data } = query;
  const title = words.kinds[isOfBudgets ? "budgets" : "costs"];
  const call = { operation: "reports.costs", method: "GET", path: "/v1/reports/costs", query: asked } as const;
  return (
    <>
      {data !== undefined && data.projects.length > 0 && (
        <>
          {!isOfBudgets && (
            <section className={panel.panel} aria-label={words.total}>
              <Totals totals={data.totals} currency={data.currency} query={asked} />
            </section>
          )}
          <Panel
            title={title}
            isBusy={query.isFetching}
            isLong
            aside={
              <Downloads
                name={fileName(state.report, range)}
                ask={(table, signal) => stint.reports.costs({ ...(asked as GetCostsQuery), ...table }, { signal })}
                call={call}
              />
            }
          >
            {isOfBudgets ? (
              <Part>
                <BudgetTable projects={data.projects} />
              </Part>
            ) : (
              <MoneyTable report={report} projects={data.projects} totals={data.totals} currency={data.currency} />
            )}
          </Panel>
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

type Sums = Omit<ProjectCosts, "projectId" | "clientId" | "budget" | "name"> & { projectId?: string; name: string };

interface MoneyProps {
  report: ShownReport;
  projects: readonly ProjectCosts[];
  totals: Omit<Sums, "name">;
  currency: string;
}

function MoneyTable({ report: { entriesOf }, projects, totals, currency }: MoneyProps) {
  const format = useFormat();
  const words = useWords();
  const all = useProjects();
  const money = (minor: number) => format.money(minor, currency);
  const linkOf = ({ projectId, entries }: Sums) =>
    projectId === undefined || entries === 0 ? undefined : entriesOf([{ by: "project", key: projectId }], unfiltered);
  const isPart = ({ projectId }: Sums) => projectId !== undefined;
  const column = (name: string, cell: (sums: Sums) => ReactNode): Column<Sums> => ({ name, kind: "number", cell });
  return (
    <>
      <Table<Sums>
        label={words.kinds.costs}
        rows={projects}
        keyOf={({ projectId = "" }) => projectId}
        total={{ ...totals, name: words.total }}
        columns={[
          {
            name: words.project,
            cell: ({ projectId, name }) =>
              projectId === undefined ? (
                name
              ) : (
                <span className="row">
                  <ColorDot color={projectColor(all.find(({ id }) => id === projectId))} /> {name}
                </span>
              ),
          },
          column(words.tracked, (sums) => <Figure href={linkOf(sums)}>{format.duration(sums.seconds)}</Figure>),
          column(words.amount, (sums) => (
            <Amount minor={sums.amountMinor} secondsWithoutRate={sums.unratedSeconds} isPart={isPart(sums)}>
              <Figure href={linkOf(sums)}>{money(sums.amountMinor)}</Figure>
            </Amount>
          )),
          column(words.cost, (sums) => (
            <Amount isCost minor={sums.costMinor} secondsWithoutRate={sums.uncostedSeconds} isPart={isPart(sums)}>
              <Figure href={linkOf(sums)}>{money(sums.costMinor)}</Figure>
            </Amount>
          )),
          column(words.margin, ({ marginMinor }) =>
            marginMinor === null ? <span title={words.marginUnknown}>–</span> : money(marginMinor),
          ),
          column(words.marginShare, ({ marginMinor, amountMinor }) =>
            marginMinor === null || amountMinor === 0 ? "–" : format.percent(marginMinor / amountMinor),
          ),
        ]}
      />
      {totals.marginMinor === null && <p className={`dim ${classes.note}`}>{words.marginUnknown}</p>}
    </>
  );
}

/** Clears the entry filters, because the costs report has none. */
const unfiltered = {
  taskId: [],
  clientId: [],
  userId: [],
  teamId: [],
  tag: [],
  source: [],
  approval: [],
  billable: undefined,
  billed: undefined,
  q: "",
};
