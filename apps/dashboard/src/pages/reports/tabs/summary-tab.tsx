import type { Summary } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useCallback, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useProjectsById } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { rangeBeside } from "#time/report-period.ts";
import { projectColor } from "#ui/project-color.ts";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import { entryFilter, summaryOf } from "#pages/reports/address/report-queries.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { SummaryChart, useDateSums } from "#pages/reports/chart/summary-chart.tsx";
import { GroupTable } from "#pages/reports/figures/group-table.tsx";
import { Totals } from "#pages/reports/figures/totals.tsx";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { ReportResult } from "./report-result.tsx";
import classes from "#pages/reports/figures/reports.module.css";

/** Sums by group, as bars over time and as a table. */
export function SummaryTab({ report }: { report: ShownReport }) {
  const { range, tz, groupBy } = report;
  const words = useReportWords();
  const colorOf = useGroupColor();
  const sums = useSums(report);
  const { asked, query, former } = sums;
  // Requested here, so the chart doesn't appear after the rest of the screen.
  const dateSums = useDateSums(report);
  const { data } = query;
  const isEmpty = data?.totals.entries === 0 && (former?.totals.entries ?? 0) === 0;
  const [by] = data?.groupBy ?? groupBy;
  // Until the figures of another report have loaded, the table stays as it is, with its links.
  const [drawn, setDrawn] = useState(report);
  if (drawn !== report && !query.isPlaceholderData) setDrawn(report);
  return (
    <ReportResult
      query={query}
      title={words.table}
      empty={isEmpty && words.empty}
      kind="summary"
      range={range}
      ask={(table, signal) => stint.reports.summary({ ...asked, ...table }, { signal })}
      call={{ operation: "reports.summary", query: asked }}
      tz={data?.tz ?? tz}
      projectIds={by === "project" ? data?.groups.map(({ key }) => key) : []}
      hasMoney={data?.totals.amountMinor !== undefined}
      isOverlapping={data?.overlapping === true}
      above={
        data && (
          <>
            <SummaryTotals report={report} sums={sums} />
            <SummaryChart report={report} table={data} sums={dateSums} colorOf={colorOf} />
          </>
        )
      }
    >
      {data && <SummaryTable report={drawn} data={data} former={former} />}
    </ReportResult>
  );
}

interface TableProps {
  report: ShownReport;
  data: Summary;
  /** The sums of the previous range. */
  former: Summary | undefined;
}

const SummaryTable = memo(function SummaryTable({ report, data, former }: TableProps) {
  const { weekStart, interval, entriesOf } = report;
  const names = useReportNames(interval, weekStart);
  const rangeBefore = rangeBeforeOf(report);
  return (
    <GroupTable
      by={data.groupBy as readonly Grouping[]}
      groups={data.groups}
      totals={data.totals}
      currency={data.currency}
      before={former}
      nameOf={names.ofGroup}
      colorOf={useGroupColor()}
      entriesOf={entriesOf}
      entriesBefore={rangeBefore && ((steps) => entriesOf(steps, { period: "", ...rangeBefore }))}
    />
  );
});

/** Returns a function from a group to the color of its project, if it is a project. */
function useGroupColor() {
  const projects = useProjectsById();
  return useCallback(
    (by: Grouping, key: string | null) =>
      by === "project" && key !== null ? projectColor(projects.get(key) ?? { id: key, color: null }) : undefined,
    [projects],
  );
}

interface TotalsProps {
  report: ShownReport;
  sums: ReturnType<typeof useSums>;
}

function SummaryTotals({ report: { state, range, tz, entriesOf }, sums: { query, former, rangeBefore } }: TotalsProps) {
  const words = useReportWords();
  const names = useReportNames();
  const { data } = query;
  if (data === undefined) return null;
  return (
    <Totals
      totals={data.totals}
      currency={data.currency}
      query={entryFilter(state, range, tz)}
      before={former?.totals}
      href={entriesOf([])}
      hrefBillable={entriesOf([], { billable: true })}
      isBusy={query.isFetching}
    >
      {rangeBefore !== undefined && (
        <p className={`dim ${classes.note}`}>{words.comparedWith(names.ofRange(rangeBefore))}</p>
      )}
    </Totals>
  );
}

/** The sums of the report and, if they are compared, of the previous range. */
function useSums(report: ShownReport) {
  const { state, range, tz, interval, groupBy } = report;
  const dates = groupBy.includes("date") ? { interval } : {};
  const asked = { ...summaryOf(state, range, tz, groupBy), ...dates };
  const query = useQuery({ ...summaryQuery(asked), placeholderData: keepPreviousData });
  const rangeBefore = rangeBeforeOf(report);
  const before = useQuery({
    ...summaryQuery({ ...summaryOf(state, rangeBefore, tz, groupBy), ...dates }),
    enabled: rangeBefore !== undefined,
  });
  return { asked, query, rangeBefore, former: rangeBefore === undefined ? undefined : before.data };
}

function rangeBeforeOf({ state, days }: ShownReport) {
  return state.compare !== "" && days !== undefined ? rangeBeside(days, "before") : undefined;
}
