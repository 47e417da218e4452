import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/client.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { countDays, listBuckets } from "#time/report-period.ts";
import type { Group } from "./compare-groups.ts";
import { Downloads } from "./downloads.tsx";
import { Figure } from "./figure.tsx";
import { fileName } from "./file-name.ts";
import type { Grouping } from "./report-address.ts";
import { summaryOf } from "./report-queries.ts";
import { RuleNote } from "./rule-note.tsx";
import { useNames } from "./use-names.ts";
import type { Step } from "./report-queries.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import panel from "#ui/panel.module.css";
import classes from "./reports.module.css";

const mostDays = 31;

/** The time of each project or person on each day. */
export function WeeklyTab({ report }: { report: ShownReport }) {
  const { state, range, days, tz, weekStart, groupBy } = report;
  const words = useWords();
  const names = useNames("day", weekStart);
  const [by = "project"] = groupBy;
  const isShort = days !== undefined && countDays(days) <= mostDays;
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
        <section className={`${panel.panel} ${panel.long}`} aria-label={words.table} aria-busy={query.isFetching}>
          <div className={panel.head}>
            <h2>{names.ofRange(range)}</h2>
            <Downloads
              name={fileName("by-day", range)}
              ask={(format, signal) => stint.reports.summary({ ...asked, format }, { signal })}
              call={{ operation: "reports.summary", method: "GET", path: "/v1/reports/summary", query: asked }}
            />
          </div>
          <DayTable
            report={report}
            by={by}
            days={listBuckets(days, "day", weekStart).map(({ key }) => key)}
            groups={data.groups}
            totals={{ seconds: data.totals.seconds, groups: ofDays.data?.groups ?? [] }}
            nameOf={names.ofGroup}
          />
        </section>
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

interface TableProps {
  report: ShownReport;
  by: Grouping;
  days: readonly string[];
  groups: readonly Group[];
  /**
   * The daily totals over all groups. They come from the API, because an entry with several tags counts in several
   * groups.
   */
  totals: Pick<Group, "seconds" | "groups">;
  nameOf: (by: Grouping, key: string | null, name: string | null) => string;
}

function DayTable({ report, by, days, groups, totals, nameOf }: TableProps) {
  const format = useFormat();
  const words = useWords();
  const { entriesOf } = report;
  const cells = (of: Pick<Group, "seconds" | "groups">, steps: readonly Step[]) => (
    <>
      {days.map((day) => {
        const seconds = of.groups?.find(({ key }) => key === day)?.seconds;
        const href = entriesOf(steps, { period: "", from: day, to: day });
        return (
          <td key={day}>{seconds === undefined ? "–" : <Figure href={href}>{format.duration(seconds)}</Figure>}</td>
        );
      })}
      <td>
        <Figure href={entriesOf(steps)}>
          <b>{format.duration(of.seconds)}</b>
        </Figure>
      </td>
    </>
  );
  return (
    <div className={classes.scroll} role="region" aria-label={words.kinds.weekly} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.groupings[by]}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {format.shortDay(day)}
              </th>
            ))}
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{nameOf(by, group.key, group.name)}</th>
              {cells(group, [{ by, key: group.key }])}
            </tr>
          ))}
          <tr className={classes.total}>
            <th scope="row">{words.total}</th>
            {cells(totals, [])}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
