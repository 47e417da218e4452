import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useProjects } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { bucketOfKey, type DayRange, listBuckets } from "#time/report-period.ts";
import { projectColor, projectColors } from "#ui/project-color.ts";
import { type Bar, BarChart, type BarPart } from "./bar-chart.tsx";
import type { Group } from "./compare-groups.ts";
import type { Grouping } from "./address/report-address.ts";
import { summaryOf } from "./report-queries.ts";
import { useReportNames } from "./use-report-names.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";

const maxParts = 8;

export function useDateSums({ state, range, tz, interval }: ShownReport, by: Grouping | undefined) {
  const asked = { ...summaryOf(state, range, tz, by === undefined ? ["date"] : ["date", by]), interval };
  return useQuery({ ...summaryQuery(asked), placeholderData: keepPreviousData });
}

interface Props {
  report: ShownReport;
  /** The table's groupings and groups, which determine the colours of the bars. */
  groupBy: readonly Grouping[];
  groups: readonly Group[];
  sums: ReturnType<typeof useDateSums>;
}

export function SummaryChart({ report, groupBy, groups: named, sums }: Props) {
  const by = groupBy.find((each) => each !== "date");
  const { days, weekStart, interval, entriesOf } = report;
  const words = useWords();
  const names = useReportNames(interval, weekStart);
  const projects = useProjects();
  if (sums.data === undefined && sums.error !== null) return <ListState query={sums} />;
  const groups = sums.data?.groups ?? [];
  const allParts = by === undefined ? [] : sumParts(named, groupBy[0] === "date");
  const parts = allParts.slice(0, maxParts);
  const colorOf = (key: string, at: number) => {
    if (by !== "project") return `var(--p${at % projectColors.length})`;
    return projectColor(projects.find(({ id }) => id === key) ?? { id: key, color: null });
  };
  const shown: BarPart[] = parts.map(({ key, name }, at) => ({
    key: idOf(key),
    name: names.ofGroup(by ?? "project", key, name),
    color: colorOf(idOf(key), at),
  }));
  const others: BarPart = { key: "others", name: words.others, color: "var(--control)" };
  const alone: BarPart = { key: "all", name: words.tracked, color: "var(--p0)" };
  const bars = bucketsOf(groups, days, interval, weekStart).map(({ key }): Bar => {
    const group = groups.find((each) => each.key === key);
    const date = { by: "date", key } as const;
    const { seconds = 0 } = group ?? {};
    const own = parts.flatMap(({ key: part }, at) => {
      const found = group?.groups?.find((each) => each.key === part);
      const { [at]: named } = shown;
      if (found === undefined || named === undefined || by === undefined) return [];
      return [{ part: named, seconds: found.seconds, href: entriesOf([date, { by, key: part }]) }];
    });
    const all = group?.groups?.reduce((sum, each) => sum + each.seconds, 0) ?? 0;
    const rest = all - own.reduce((sum, each) => sum + each.seconds, 0);
    return {
      key,
      name: names.ofDate(key),
      label: names.ofBar(key),
      seconds,
      href: entriesOf([date]),
      parts:
        by === undefined
          ? [{ part: alone, seconds, href: entriesOf([date]) }]
          : [...own, ...(rest > 0 ? [{ part: others, seconds: rest, href: undefined }] : [])],
    };
  });
  return (
    <BarChart
      title={by === undefined ? words.chartAlone : words.chart(words.groupings[by])}
      parts={by === undefined ? [alone] : [...shown, ...(allParts.length > maxParts ? [others] : [])]}
      bars={bars}
      isLoading={sums.data === undefined}
    />
  );
}

/** The groups at either level of the table, each with its total time, largest first. */
function sumParts(groups: readonly Group[], isBelowDates: boolean): Group[] {
  const sums = new Map<string | null, Group>();
  for (const part of isBelowDates ? groups.flatMap(({ groups: parts = [] }) => parts) : groups)
    sums.set(part.key, { ...part, seconds: part.seconds + (sums.get(part.key)?.seconds ?? 0) });
  return [...sums.values()].toSorted((left, right) => right.seconds - left.seconds);
}

function bucketsOf(
  groups: readonly Group[],
  days: DayRange | undefined,
  interval: ShownReport["interval"],
  weekStart: ShownReport["weekStart"],
) {
  if (days !== undefined) return listBuckets(days, interval, weekStart);
  const keys = groups.flatMap(({ key }) => key ?? []);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { from: bucketOfKey(first, interval, weekStart).from, to: bucketOfKey(last, interval, weekStart).to };
  return listBuckets(range, interval, weekStart);
}

function idOf(key: string | null): string {
  return key ?? "none";
}
