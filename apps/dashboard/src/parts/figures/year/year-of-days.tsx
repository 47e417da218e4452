import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { clock } from "#api/connection/client.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { type DayRange, rangeOfPeriod } from "#time/report-period.ts";
import { dayOf } from "#time/zoned.ts";
import { billableShareOfDays, yearBefore } from "#time/year.ts";
import { Button } from "#ui/button/button.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { useYearWords } from "./use-year-words.ts";
import { addressOf, type Of, YearGrid } from "./year-grid.tsx";

/** Twelve months of a person or a project: their sums, each day in a shade, and the same figures as a table. */
export function YearOfDays({ of }: { of: Of }) {
  const words = useYearWords();
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const [turned, setTurned] = useState(0);
  const [isTable, setIsTable] = useState(false);
  const today = dayOf(clock.now(), zone);
  const year = useMemo(() => yearBefore(today, turned, weekStart), [today, turned, weekStart]);
  const { from, to } = year;
  // This week and this month are whole, with planned time, as on other screens. The year ends today.
  const week = rangeOfPeriod("thisWeek", today, weekStart);
  const month = rangeOfPeriod("thisMonth", today, weekStart);
  const last = turned > 0 ? to : week.to > month.to ? week.to : month.to;
  const query = useQuery(summaryQuery({ ...of, groupBy: ["date", "billable"], from, to: last, tz: zone }));
  const groups = useMemo(() => query.data?.groups ?? [], [query.data]);
  const days = useMemo(() => groups.filter(({ key }) => (key ?? "") <= to), [groups, to]);
  const secondsOf = useMemo(() => new Map(days.map(({ key, seconds }) => [key ?? "", seconds])), [days]);
  const sumOf = (some: typeof groups) => some.reduce((sum, { seconds }) => sum + seconds, 0);
  const sumIn = (range: DayRange) =>
    sumOf(groups.filter(({ key }) => key !== null && key >= range.from && key <= range.to));
  const seconds = sumOf(days);
  const share = billableShareOfDays(days);
  const name = turned === 0 ? words.lastYear : words.range(format.briefDate(from), format.briefDate(to));
  const figures: (readonly [string, string])[] = [
    [name, format.duration(seconds)],
    [words.average, seconds > 0 ? format.duration(seconds / secondsOf.size) : "–"],
    [words.billable, share === undefined ? "–" : format.percent(share)],
  ];
  if (turned === 0)
    figures.unshift([words.thisWeek, format.duration(sumIn(week))], [words.thisMonth, format.duration(sumIn(month))]);
  return (
    <Panel
      title={words.title}
      isBusy={query.isFetching}
      aside={
        <>
          <Steps
            labels={[words.earlier, words.later]}
            now={{ label: words.lastYear, disabled: turned === 0, onClick: () => setTurned(0) }}
            isLast={turned === 0}
            onStep={(step) => setTurned(turned - step)}
          />
          <Button kind="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            <Table2 size={16} aria-hidden /> {words.table}
          </Button>
        </>
      }
    >
      <dl className="wrap figures inset">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className="small">{label}</dt>
            <dd className="big">{query.data === undefined ? "–" : figure}</dd>
          </div>
        ))}
      </dl>
      {isTable ? <DayTable secondsOf={secondsOf} of={of} /> : <YearGrid key={to} {...{ year, secondsOf, of }} />}
      {query.error !== null && <ListState query={query} />}
    </Panel>
  );
}

/** The days with time, the latest first. */
function DayTable({ secondsOf, of }: { secondsOf: ReadonlyMap<string, number>; of: Of }) {
  const words = useYearWords();
  const format = useFormat();
  return (
    // A scrolling box must be reachable by keyboard.
    <div className="scroll" tabIndex={0} role="region" aria-label={words.table}>
      <Table
        label={words.grid}
        rows={[...secondsOf].toReversed()}
        keyOf={([day]) => day}
        columns={[
          { name: words.day, cell: ([day]) => <Link href={addressOf(day, of)}>{format.day(day)}</Link> },
          { name: words.time, kind: "number", cell: ([, seconds]) => format.duration(seconds) },
        ]}
      />
    </div>
  );
}
