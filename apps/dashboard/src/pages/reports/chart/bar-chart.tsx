import { useId, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { chartScale } from "#parts/figures/chart-scale.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { Table } from "#ui/list/table.tsx";
import { useColumns } from "#pages/reports/figures/use-columns.tsx";
import { useWords } from "#pages/reports/use-words.ts";
import axis from "#parts/figures/chart-axis.module.css";
import { Panel } from "#ui/panel.tsx";
import reports from "#pages/reports/reports.module.css";
import classes from "./bar-chart.module.css";

export interface BarPart {
  key: string;
  name: string;
  color: string;
}

export interface Bar {
  key: string;
  /** Shown in the table and below the bar. */
  name: string;
  label: string;
  seconds: number;
  /** The URL of the entries. A function, because only the table has links. */
  hrefOf: () => string | undefined;
  parts: readonly { part: BarPart; seconds: number; hrefOf: Bar["hrefOf"] }[];
}

interface Props {
  title: string;
  /** The table's column header for the bars' names. Undefined for dates. */
  heading?: string | undefined;
  parts: readonly BarPart[];
  bars: readonly Bar[];
  isLoading?: boolean | undefined;
}

/** Time as stacked bars, along with a table of the same figures. */
export function BarChart({ title, heading, parts, bars, isLoading = false }: Props) {
  const text = useText();
  const format = useFormat();
  const words = useWords();
  const id = useId();
  const scale = chartScale(Math.max(0, ...bars.map((bar) => bar.parts.reduce((sum, each) => sum + each.seconds, 0))));
  const share = (seconds: number) => seconds / 36 / scale.hours;
  // At most twelve labels, and five on a phone.
  const step = Math.ceil(bars.length / 12);
  const phoneStep = step * Math.ceil(bars.length / step / 5);
  return (
    <Panel title={title} id={id}>
      <div className={classes.plot}>
        {Array.from({ length: scale.hours / scale.step }, (_, at) => (at + 1) * scale.step).map((hours) => (
          <span key={hours} className={axis.line} style={{ bottom: `${share(hours * 3600)}%` }} aria-hidden>
            <span>{format.number(hours, { style: "unit", unit: "hour", unitDisplay: "narrow" })}</span>
          </span>
        ))}
        {isLoading && (
          <p role="status" className={axis.loading}>
            {text.shell.loading}
          </p>
        )}
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" role="img" aria-label={title}>
          {bars.map((bar, at) => (
            <g key={bar.key}>
              <title>{`${bar.name}: ${format.duration(bar.seconds)}`}</title>
              {stack(bar.parts.map(({ seconds }) => seconds)).map(([below, seconds], place) => (
                <rect
                  key={bar.parts[place]?.part.key}
                  x={at + 0.19}
                  width={0.62}
                  y={100 - share(below + seconds)}
                  height={share(seconds)}
                  style={{ fill: bar.parts[place]?.part.color }}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div
        className={`small ${classes.labels}`}
        data-names={heading !== undefined || undefined}
        style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
        aria-hidden
      >
        {bars.map((bar, at) => (
          <span key={bar.key} data-narrow={at % phoneStep === 0 || undefined}>
            {at % step === 0 && <span>{bar.label}</span>}
          </span>
        ))}
      </div>
      {parts.length > 1 && (
        <ul className={`${classes.legend} list wrap small`}>
          {parts.map(({ key, name, color }) => (
            <li key={key} className="row">
              <ColorDot color={color} /> {name}
            </li>
          ))}
        </ul>
      )}
      <ChartTable title={title} heading={heading ?? words.date} parts={parts} bars={bars} />
    </Panel>
  );
}

/** Pairs each value with the sum of the values below it. */
function stack(values: readonly number[]): [below: number, value: number][] {
  let below = 0;
  return values.map((value) => {
    below += value;
    return [below - value, value];
  });
}

function ChartTable({ title, heading, parts, bars }: Props & { heading: string }) {
  const words = useWords();
  const { time } = useColumns<Bar>("");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{words.asTable}</summary>
      {isOpen && (
        <div className={reports.scroll} role="region" aria-label={`${title}: ${words.asTable}`} tabIndex={0}>
          <Table
            label={title}
            look=""
            rows={bars}
            keyOf={({ key }) => key}
            columns={[
              { name: heading, cell: ({ name }) => name },
              ...(parts.length > 1 ? parts : []).map(({ key, name }) => {
                const pieceOf = (bar: Bar) => bar.parts.find(({ part }) => part.key === key);
                return time(
                  name,
                  (bar) => pieceOf(bar)?.seconds,
                  (bar) => pieceOf(bar)?.hrefOf(),
                );
              }),
              time(
                words.total,
                ({ seconds }) => seconds || undefined,
                (bar) => bar.hrefOf(),
              ),
            ]}
          />
        </div>
      )}
    </details>
  );
}
