import type { Summary } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { stint } from "#api/connection/client.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useProjectsById } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { countDays, listBuckets } from "#time/report-period.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { PersonName } from "#ui/person-name.tsx";
import { projectColor } from "#ui/project-color.ts";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import { type Step, summaryOf } from "#pages/reports/address/report-queries.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import type { Group } from "#pages/reports/figures/compare-groups.ts";
import { useColumns } from "#pages/reports/figures/use-columns.tsx";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { ReportResult } from "./report-result.tsx";
import classes from "#pages/reports/figures/reports.module.css";

const maxDays = 31;

export function WeeklyTab({ report }: { report: ShownReport }) {
  const { state, range, days, tz, groupBy } = report;
  const words = useReportWords();
  const names = useReportNames();
  const [by = "project"] = groupBy;
  const isShort = days !== undefined && countDays(days) <= maxDays;
  const asked = { ...summaryOf(state, range, tz, [by, "date"]), interval: "day" } as const;
  const query = useQuery({ ...summaryQuery(asked), enabled: isShort, placeholderData: keepPreviousData });
  const ofDays = useQuery({
    ...summaryQuery({ ...asked, groupBy: ["date"] }),
    enabled: isShort,
    placeholderData: keepPreviousData,
  });
  const data = ofDays.isPending ? undefined : query.data;
  if (!isShort) return <p role="status">{words.noRange}</p>;
  return (
    <ReportResult
      query={{ ...query, data }}
      title={names.ofRange(range)}
      label={words.table}
      empty={data?.groups.length === 0 && words.empty}
      kind="by-day"
      range={range}
      ask={(table, signal) => stint.reports.summary({ ...asked, ...table }, { signal })}
      call={{ operation: "reports.summary", query: asked }}
      tz={data?.tz ?? tz}
      hasMoney={false}
      isOverlapping={data?.overlapping === true}
    >
      {data && <DayTable report={report} by={by} data={data} dayTotals={ofDays.data?.groups} />}
    </ReportResult>
  );
}

type DayRow = Pick<Group, "key" | "name" | "seconds" | "groups"> & { isTotal?: boolean };

interface TableProps {
  report: ShownReport;
  by: Grouping;
  data: Summary;
  /**
   * The daily totals of all groups. The API computes them, because an entry with several tags counts in several groups.
   */
  dayTotals: readonly Group[] | undefined;
}

/** Not rendered again while its figures are the same, because a month of many projects has thousands of cells. */
const DayTable = memo(function DayTable({ report, by, data, dayTotals = [] }: TableProps) {
  const { days, weekStart, entriesOf } = report;
  const format = useFormat();
  const words = useReportWords();
  const names = useReportNames();
  const projects = useProjectsById();
  const { time } = useColumns<DayRow>(data.currency);
  const stepsOf = ({ isTotal, key }: DayRow): Step[] => (isTotal === true ? [] : [{ by, key }]);
  return (
    <div className={classes.scroll} role="region" aria-label={words.kinds.weekly} tabIndex={0}>
      <WindowTable<DayRow>
        label={words.kinds.weekly}
        look=""
        rows={data.groups}
        rowHeight={41}
        keyOf={(_, at) => at}
        total={{ seconds: data.totals.seconds, groups: dayTotals, key: null, name: words.total, isTotal: true }}
        columns={[
          {
            name: words.groupings[by],
            cell: ({ key, name, isTotal }) => {
              if (isTotal === true) return name;
              const label = names.ofGroup(by, key, name);
              if (by === "user" && key !== null) return <PersonName id={key} name={label} />;
              const project = by === "project" ? projects.get(key ?? "") : undefined;
              return (
                <span className="row">
                  {project && <ColorDot color={projectColor(project)} />} {label}
                </span>
              );
            },
          },
          ...(days === undefined ? [] : listBuckets(days, "day", weekStart)).map(({ key: day }) =>
            time(
              format.shortDay(day),
              (row) => row.groups?.find(({ key }) => key === day)?.seconds,
              (row) => entriesOf(stepsOf(row), { period: "", from: day, to: day }),
            ),
          ),
          {
            ...time(
              words.total,
              ({ seconds }) => seconds,
              (row) => entriesOf(stepsOf(row)),
            ),
            className: "strong",
          },
        ]}
      />
    </div>
  );
});
