import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { summaryQuery } from "#api/report-queries.ts";
import { bucketOfKey, type DayRange, listBuckets } from "#time/report-period.ts";
import { ListState } from "#ui/list/list-state.tsx";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import { summaryOf } from "#pages/reports/address/report-queries.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import type { Group } from "#pages/reports/figures/compare-groups.ts";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { chartOf } from "./chart-of.ts";
import { StackedChart } from "./stacked-chart.tsx";

/** The sums by date and, in each date, by the first other grouping of the report. */
export function useDateSums({ state, range, tz, interval, groupBy }: ShownReport) {
  const by = groupBy.find((each) => each !== "date");
  const asked = { ...summaryOf(state, range, tz, by === undefined ? ["date"] : ["date", by]), interval };
  return useQuery({ ...summaryQuery(asked), placeholderData: keepPreviousData });
}

interface Props {
  report: ShownReport;
  /** The sums in the table below the chart. */
  table: { groupBy: readonly string[]; groups: readonly Group[] };
  sums: ReturnType<typeof useDateSums>;
  colorOf: (by: Grouping, key: string | null) => string | undefined;
}

/** The time of a report by date. Dates without time have a place too. */
export function SummaryChart({ report, table, sums, colorOf }: Props) {
  const { days, weekStart, interval, entriesOf } = report;
  const names = useReportNames(interval, weekStart);
  const { data } = sums;
  if (data === undefined && sums.error !== null) return <ListState query={sums} />;
  const chart = chartOf(
    data === undefined ? wholeOf(table) : { groupBy: data.groupBy as readonly Grouping[], groups: data.groups },
  );
  const found = new Map(chart.bars.map((bar) => [bar.key, bar]));
  const keys = data === undefined ? [] : data.groups.flatMap(({ key }) => key ?? []);
  const range = days ?? rangeOf(keys, report);
  const bars = (range === undefined ? [] : listBuckets(range, interval, weekStart)).map(
    ({ key }) => found.get(key) ?? { key, name: key, seconds: 0, pieces: [] },
  );
  return (
    <StackedChart
      chart={{ ...chart, bars }}
      names={names}
      colorOf={colorOf}
      entriesOf={entriesOf}
      isLoading={data === undefined}
    />
  );
}

/** Until the sums by date have loaded, the legend shows the parts of the table in a single bar, which isn't shown. */
function wholeOf({ groupBy, groups }: Props["table"]) {
  const by = groupBy.find((each) => each !== "date") as Grouping | undefined;
  const parts = groupBy[0] === "date" ? groups.flatMap((group) => group.groups ?? []) : groups;
  return {
    groupBy: by === undefined ? (["date"] as const) : (["date", by] as const),
    groups: [{ key: null, name: null, seconds: 0, groups: parts }],
  };
}

/** The days from the first bucket with time to the last. */
function rangeOf(keys: readonly string[], { interval, weekStart }: ShownReport): DayRange | undefined {
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: bucketOfKey(first, interval, weekStart).from, to: bucketOfKey(last, interval, weekStart).to };
}
