import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useProjects } from "#api/queries.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { rangeBeside } from "#time/report-period.ts";
import { projectColor } from "#ui/project-color.ts";
import { Downloads } from "./downloads.tsx";
import { fileName } from "./file-name.ts";
import { GroupTable } from "./group-table.tsx";
import type { Grouping } from "./address/report-address.ts";
import { entryFilter, summaryOf } from "./report-queries.ts";
import { RuleNote } from "./rule-note.tsx";
import { SummaryChart, useDateSums } from "./summary-chart.tsx";
import { Totals } from "./totals.tsx";
import { useReportNames } from "./use-report-names.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import panel from "#ui/panel.module.css";
import { Panel } from "#ui/panel.tsx";
import classes from "./reports.module.css";

/** Sums by group, as bars over time and as a table. */
export function SummaryTab({ report }: { report: ShownReport }) {
  const { state, range, days, tz, weekStart, interval, entriesOf } = report;
  const words = useWords();
  const names = useReportNames(interval, weekStart);
  const projects = useProjects();
  const colorOfProject = (id: string | null) => {
    const project = projects.find((each) => each.id === id);
    return project && projectColor(project);
  };
  const { groupBy } = report;
  const dates = groupBy.includes("date") ? { interval } : {};
  const asked = { ...summaryOf(state, range, tz, groupBy), ...dates };
  const query = useQuery({ ...summaryQuery(asked), placeholderData: keepPreviousData });
  const rangeBefore = state.compare && days !== undefined ? rangeBeside(days, "before") : undefined;
  const before = useQuery({
    ...summaryQuery({ ...summaryOf(state, rangeBefore, tz, groupBy), ...dates }),
    enabled: rangeBefore !== undefined,
  });
  // Requested here, so the chart doesn't appear after the rest of the screen.
  const dateSums = useDateSums(
    report,
    groupBy.find((each) => each !== "date"),
  );
  const former = rangeBefore === undefined ? undefined : before.data;
  const { data } = query;
  const isEmpty = data !== undefined && data.totals.entries === 0 && (former?.totals.entries ?? 0) === 0;
  const by = (data?.groupBy ?? groupBy) as readonly Grouping[];
  return (
    <>
      {data !== undefined && !isEmpty && (
        <>
          <section className={panel.panel} aria-label={words.total} aria-busy={query.isFetching}>
            <Totals
              totals={data.totals}
              currency={data.currency}
              query={entryFilter(state, range, tz)}
              before={former?.totals}
              href={entriesOf([])}
              hrefBillable={entriesOf([], { billable: true })}
            />
            {rangeBefore !== undefined && (
              <p className={`dim ${classes.note}`}>{words.comparedWith(names.ofRange(rangeBefore))}</p>
            )}
          </section>
          <SummaryChart report={report} groupBy={by} groups={data.groups} sums={dateSums} />
          <Panel
            title={words.table}
            isBusy={query.isFetching}
            isLong
            aside={
              <Downloads
                name={fileName("summary", range)}
                ask={(table, signal) => stint.reports.summary({ ...asked, ...table }, { signal })}
                call={{ operation: "reports.summary", method: "GET", path: "/v1/reports/summary", query: asked }}
              />
            }
          >
            <GroupTable
              by={by}
              groups={data.groups}
              totals={data.totals}
              currency={data.currency}
              before={former}
              nameOf={names.ofGroup}
              colorOf={(each, key) => colorOfProject(each === "project" ? key : null)}
              entriesOf={entriesOf}
              entriesBefore={rangeBefore && ((steps) => entriesOf(steps, { period: "", ...rangeBefore }))}
            />
          </Panel>
        </>
      )}
      <ListState query={query} empty={isEmpty && words.empty} />
      {data !== undefined && (
        <RuleNote
          tz={data.tz}
          range={range && names.ofRange(range)}
          projectIds={by[0] === "project" ? data.groups.map(({ key }) => key) : []}
          hasMoney={data.totals.amountMinor !== undefined}
          isOverlapping={data.overlapping === true}
        />
      )}
    </>
  );
}
