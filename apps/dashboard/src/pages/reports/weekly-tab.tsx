import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { type Column, Table } from "#ui/list/table.tsx";
import { countDays, listBuckets } from "#time/report-period.ts";
import type { Group } from "./compare-groups.ts";
import { Downloads } from "./downloads.tsx";
import { Figure } from "./figure.tsx";
import { fileName } from "./file-name.ts";
import type { Grouping } from "./address/report-address.ts";
import { summaryOf } from "./report-queries.ts";
import { RuleNote } from "./rule-note.tsx";
import { useReportNames } from "./use-report-names.ts";
import type { Step } from "./report-queries.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import { Panel } from "#ui/panel.tsx";
import classes from "./reports.module.css";

const maxDays = 31;

export function WeeklyTab({ report }: { report: ShownReport }) {
  const { state, range, days, tz, weekStart, groupBy } = report;
  const words = useWords();
  const names = useReportNames("day", weekStart);
  const [by = "project"] = groupBy;
  const isShort = days !== undefined && countDays(days) <= maxDays;
  const asked = { ...summaryOf(state, range, tz, [by, "date"]), interval: "day" } as const;
  const query = useQuery({ ...summaryQuery(asked), enabled: isShort, placeholderData: keepPreviousData });
  const ofDays = useQuery({
    ...summaryQuery({ ...asked, groupBy: ["date"] }),
    enabled: isShort,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <>
      {!isShort && <p role="status">{words.noRange}</p>}
      {isShort && data !== undefined && !ofDays.isPending && data.groups.length > 0 && (
        <Panel
          title={names.ofRange(range)}
          label={words.table}
          isBusy={query.isFetching}
          isLong
          aside={
            <Downloads
              name={fileName("by-day", range)}
              ask={(table, signal) => stint.reports.summary({ ...asked, ...table }, { signal })}
              call={{ operation: "reports.summary", method: "GET", path: "/v1/reports/summary", query: asked }}
            />
          }
        >
          <DayTable
            report={report}
            by={by}
            days={listBuckets(days, "day", weekStart).map(({ key }) => key)}
            groups={data.groups}
            totals={{ seconds: data.totals.seconds, groups: ofDays.data?.groups ?? [] }}
            nameOf={names.ofGroup}
          />
        </Panel>
      )}
      {isShort && <ListState query={query} empty={data?.groups.length === 0 && words.empty} />}
      {isShort && data !== undefined && (
        <RuleNote
          tz={data.tz}
          range={names.ofRange(range)}
          hasMoney={false}
          isOverlapping={data.overlapping === true}
        />
      )}
    </>
  );
}

type DayRow = Pick<Group, "key" | "name" | "seconds" | "groups"> & { isTotal?: boolean };

interface TableProps {
  report: ShownReport;
  by: Grouping;
  days: readonly string[];
  groups: readonly Group[];
  /**
   * The daily totals of all groups. The API computes them, because an entry with several tags counts in several groups.
   */
  totals: Pick<Group, "seconds" | "groups">;
  nameOf: (by: Grouping, key: string | null, name: string | null) => string;
}

function DayTable({ report, by, days, groups, totals, nameOf }: TableProps) {
  const format = useFormat();
  const words = useWords();
  const { entriesOf } = report;
  const stepsOf = ({ isTotal, key }: DayRow): Step[] => (isTotal === true ? [] : [{ by, key }]);
  return (
    <div className={classes.scroll} role="region" aria-label={words.kinds.weekly} tabIndex={0}>
      <Table<DayRow>
        label={words.kinds.weekly}
        look=""
        rows={groups}
        keyOf={({ key }) => key}
        total={{ ...totals, key: null, name: words.total, isTotal: true }}
        columns={[
          {
            name: words.groupings[by],
            cell: ({ key, name, isTotal }) => (isTotal === true ? name : nameOf(by, key, name)),
          },
          ...days.map((day): Column<DayRow> => ({
            name: format.shortDay(day),
            cell: (row) => {
              const seconds = row.groups?.find(({ key }) => key === day)?.seconds;
              const href = entriesOf(stepsOf(row), { period: "", from: day, to: day });
              return seconds === undefined ? "–" : <Figure href={href}>{format.duration(seconds)}</Figure>;
            },
          })),
          {
            name: words.total,
            cell: (row) => (
              <Figure href={entriesOf(stepsOf(row))}>
                <b>{format.duration(row.seconds)}</b>
              </Figure>
            ),
          },
        ]}
      />
    </div>
  );
}
