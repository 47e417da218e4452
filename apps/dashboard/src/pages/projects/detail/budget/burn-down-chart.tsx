import { burnDown, type ExpectedLeft, expectedLine, sumWeeks } from "#parts/figures/forecast/burn-down.ts";
import { dayBeforeForecast, type Forecast, type ForecastInput, type Pace } from "#parts/figures/forecast/forecast.ts";
import { useFormat } from "#i18n/format.ts";
import { addDays } from "#time/zoned.ts";
import axis from "#parts/figures/chart/chart-axis.module.css";
import { type Column, Table } from "#ui/list/table.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";
import classes from "./burn-down-chart.module.css";

interface Props {
  input: ForecastInput;
  /** Undefined if there is no forecast. */
  pace: Pace | undefined;
  outlook: Forecast;
  whatIfPerWeek?: number | undefined;
  show: (amount: number) => string;
}

/** The remaining budget by day, with its forecast, as a chart and as a table. */
export function BurnDownChart({ input, pace, outlook, whatIfPerWeek, show }: Props) {
  const format = useFormat();
  const words = useDetailWords();
  const { limit, used, asOf, days, periodStart } = input;
  const from = periodStart ?? days[0]?.day ?? asOf;
  const until = endOf(input, outlook, from);
  const points = [{ day: addDays(from, -1), left: limit }, ...burnDown(input, from)];
  const line = pace === undefined ? [] : expectedLine(input, pace, until);
  const lowest = Math.min(0, limit - used);
  const x = (day: string) => (daysFrom(addDays(from, -1), day) / daysFrom(addDays(from, -1), until)) * 100;
  const y = (left: number) => ((limit - left) / (limit - lowest)) * 100;
  const at = (day: string, left: number) => `${x(day).toFixed(2)},${y(left).toFixed(2)}`;
  // The remaining budget stays constant until the next day with usage.
  const steps = points.flatMap(({ day, left }, index) => {
    const before = points[index - 1];
    return before === undefined ? [at(day, left)] : [at(addDays(day, -1), before.left), at(day, left)];
  });
  const band = [
    ...line.map(({ day, high }) => at(day, high)),
    ...line.toReversed().map(({ day, low }) => at(day, low)),
  ];
  const whatIf =
    whatIfPerWeek === undefined ? [] : whatIfLine(input, whatIfPerWeek, until).map(([day, left]) => at(day, left));
  return (
    <div>
      <div className={classes.plot} aria-hidden>
        {[limit, limit / 2, 0].map((left) => (
          <span key={left} className={`small ${axis.line}`} style={{ top: `${y(left)}%` }}>
            <span>{show(Math.round(left))}</span>
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {pace?.spread !== undefined && <polygon points={band.join(" ")} className={classes.band} />}
          <polyline points={line.map(({ day, left }) => at(day, left)).join(" ")} className={classes.expected} />
          <polyline points={whatIf.join(" ")} className={classes.whatIf} />
          <polyline points={steps.join(" ")} className={classes.actual} />
        </svg>
        {asOf >= from && (
          <span className={classes.today} style={{ left: `${x(asOf)}%` }}>
            {x(asOf) > 8 && x(asOf) < 92 && <span className="small">{words.today}</span>}
          </span>
        )}
      </div>
      <div className={`small between ${classes.days}`} aria-hidden>
        <span>{format.date(from)}</span>
        <span>{format.date(until)}</span>
      </div>
      <Legend pace={pace} hasWhatIf={whatIf.length > 0} />
      <FiguresTable input={input} from={from} line={line} show={show} />
    </div>
  );
}

function Legend({ pace, hasWhatIf }: { pace: Pace | undefined; hasWhatIf: boolean }) {
  const words = useDetailWords();
  const lines = [
    ["actual", words.actual],
    pace !== undefined && ["expected", words.expected],
    pace?.spread !== undefined && ["band", words.band],
    hasWhatIf && ["whatIf", words.whatIfLine],
  ] as const;
  return (
    <ul className={`${classes.legend} list wrap small`} aria-hidden>
      {lines.map(
        (line) =>
          line && (
            <li key={line[0]} className="row" data-kind={line[0]}>
              {line[1]}
            </li>
          ),
      )}
    </ul>
  );
}

/** The usage of a past week, or the expected remainder of a day. */
interface Figures extends Partial<ExpectedLeft> {
  day: string;
  left: number;
  amount?: number;
}

interface TableProps {
  input: ForecastInput;
  from: string;
  line: readonly ExpectedLeft[];
  show: (amount: number) => string;
}

function FiguresTable({ input, from, line, show }: TableProps) {
  const format = useFormat();
  const words = useDetailWords();
  const { days, asOf, limit } = input;
  let left = limit;
  const weeks: Figures[] = sumWeeks(days, from, asOf).map(({ to, amount }) => ({
    day: to,
    amount,
    left: (left -= amount),
  }));
  const ahead = line.slice(1).filter((_, at, all) => at % Math.ceil(all.length / 12) === 0 || at === all.length - 1);
  const column = (name: string, amountOf: (of: Figures) => number | undefined): Column<Figures> => ({
    name,
    isNamed: true,
    cell: (of) => {
      const amount = amountOf(of);
      return amount !== undefined && show(amount);
    },
  });
  return (
    <Disclosure summary={words.asTable} className="apart">
      <div className="scroll" tabIndex={0} role="region" aria-label={words.chart}>
        <Table
          label={words.chart}
          rows={[...weeks, ...ahead]}
          keyOf={({ day }) => day}
          columns={[
            {
              name: words.week,
              cell: ({ day, low }) => (
                <>
                  {format.date(day)} {low !== undefined && <span className="dim">{words.expected}</span>}
                </>
              ),
            },
            column(words.usedInWeek, ({ amount }) => amount),
            column(words.leftAtEnd, ({ left }) => left),
            column(words.minLeft, ({ low }) => low),
            column(words.maxLeft, ({ high }) => high),
          ]}
        />
      </div>
    </Disclosure>
  );
}

/**
 * The last day to draw: the end of the period, or some time after the budget runs out, but not so late that the past
 * becomes illegible.
 */
function endOf(input: ForecastInput, outlook: Forecast, from: string): string {
  if (input.periodEnd !== null) return input.periodEnd;
  const before = dayBeforeForecast(input);
  const past = daysFrom(from, before);
  const furthest = addDays(before, Math.max(90, past * 2));
  const least = addDays(before, Math.max(7, Math.round(past / 10)));
  const wanted = outlook.kind === "runsOut" ? addDays(outlook.latest ?? outlook.on, 7) : least;
  return [[wanted, furthest].toSorted()[0] ?? wanted, least].toSorted().at(-1) ?? wanted;
}

function whatIfLine(input: ForecastInput, perWeek: number, until: string): [string, number][] {
  const left = input.limit - input.used;
  const before = dayBeforeForecast(input);
  const daysAhead = Math.min(daysFrom(before, until), Math.ceil((left * 7) / perWeek));
  return [
    [before, left],
    [addDays(before, daysAhead), Math.max(0, left - (perWeek * daysAhead) / 7)],
  ];
}

function daysFrom(from: string, to: string): number {
  return Math.max(1, Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days);
}
