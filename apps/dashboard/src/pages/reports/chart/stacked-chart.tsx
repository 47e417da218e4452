import { useId, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { chartScale } from "#parts/figures/chart/chart-scale.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { projectColors } from "@stint/grammar/project-colors.ts";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import type { Step } from "#pages/reports/address/report-queries.ts";
import { useColumns } from "#pages/reports/figures/use-columns.tsx";
import type { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import type { Chart, ChartBar } from "./chart-of.ts";
import { ChartBars } from "./chart-bars.tsx";
import axis from "#parts/figures/chart/chart-axis.module.css";
import reports from "#pages/reports/figures/reports.module.css";
import classes from "./stacked-chart.module.css";

interface Props {
  chart: Chart;
  names: Pick<ReturnType<typeof useReportNames>, "ofBar" | "ofGroup">;
  /** The colour of a part. Default: by its position. */
  colorOf?: (by: Grouping, key: string | null) => string | undefined;
  entriesOf?: (steps: readonly Step[]) => string | undefined;
  isLoading?: boolean;
}

interface Part {
  name: string;
  color: string;
}

/** The time of a report as stacked bars, along with a table of the same figures. */
export function StackedChart(props: Props) {
  const { chart, names, colorOf, isLoading = false } = props;
  const { by, partsBy } = chart;
  const words = useReportWords();
  const id = useId();
  const parts = chart.parts.map(({ key, name }, at): Part => {
    if (partsBy === undefined) return { name: words.tracked, color: "var(--p0)" };
    const color = colorOf?.(partsBy, key) ?? `var(--p${at % projectColors.length})`;
    return { name: names.ofGroup(partsBy, key, name), color };
  });
  if (chart.hasOthers) parts.push({ name: words.others, color: "var(--control)" });
  const titleOfDates = partsBy === undefined ? words.chartAlone : words.chart(words.groupings[partsBy]);
  const title = by === "date" ? titleOfDates : words.chartBy(words.groupings[by]);
  return (
    <Panel title={title} id={id}>
      <Plot {...props} title={title} parts={parts} isLoading={isLoading} />
      <Labels {...props} />
      {parts.length > 1 && (
        <ul className={`${classes.legend} list wrap small`}>
          {parts.map(({ name, color }, at) => (
            <li key={at} className="row">
              <ColorDot color={color} /> {name}
            </li>
          ))}
        </ul>
      )}
      <ChartTable {...props} title={title} parts={parts} />
    </Panel>
  );
}

interface PartProps extends Props {
  title: string;
  parts: readonly Part[];
}

function Plot({ chart: { by, bars }, names, entriesOf, title, parts, isLoading }: PartProps) {
  const { shell } = useText();
  const format = useFormat();
  const scale = chartScale(Math.max(0, ...bars.map(({ pieces }) => pieces.reduce((sum, each) => sum + each, 0))));
  return (
    <div className={classes.plot}>
      {Array.from({ length: scale.hours / scale.step }, (_, at) => (at + 1) * scale.step).map((hours) => (
        <span
          key={hours}
          className={`small ${axis.line}`}
          style={{ bottom: `${(hours / scale.hours) * 100}%` }}
          aria-hidden
        >
          <span>{format.number(hours, { style: "unit", unit: "hour", unitDisplay: "narrow" })}</span>
        </span>
      ))}
      {isLoading === true && (
        <>
          <p role="status" className="visually-hidden">
            {shell.loading}
          </p>
          <div className={`late ${axis.coming}`} aria-hidden />
        </>
      )}
      <ChartBars
        label={title}
        mostSeconds={scale.hours * 3600}
        bars={bars.map(({ key, name, seconds, pieces }) => ({
          name: names.ofGroup(by, key, name),
          seconds,
          parts: parts
            .map((part, place) => ({ ...part, seconds: pieces[place] ?? 0 }))
            .filter((part) => part.seconds > 0)
            .toReversed(),
          // Also without time, because a link that comes with the figures would lose the focus.
          href: entriesOf?.([{ by, key }]),
        }))}
      />
    </div>
  );
}

/** At most twelve labels, and five on a phone. */
function Labels({ chart: { by, bars }, names }: Props) {
  const step = Math.ceil(bars.length / 12);
  const phoneStep = step * Math.ceil(bars.length / step / 5);
  return (
    <div
      className={`small ${classes.labels}`}
      data-names={by !== "date" || undefined}
      style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
      aria-hidden
    >
      {bars.map(({ key, name }, at) => (
        <span key={key} data-narrow={at % phoneStep === 0 || undefined}>
          {at % step === 0 && <span>{by === "date" ? names.ofBar(key ?? "") : names.ofGroup(by, key, name)}</span>}
        </span>
      ))}
    </div>
  );
}

/** Rendered only while it is open, because each of its figures is a link. */
function ChartTable({ chart: { by, partsBy, bars, parts: named }, names, entriesOf, title, parts }: PartProps) {
  const words = useReportWords();
  const { time } = useColumns<ChartBar>("");
  const [isOpen, setIsOpen] = useState(false);
  const partColumns = (parts.length > 1 ? parts : []).map(({ name }, at) =>
    time(
      name,
      ({ pieces }) => pieces[at] || undefined,
      ({ key }) => {
        const { [at]: part } = named;
        return (
          partsBy &&
          part &&
          entriesOf?.([
            { by, key },
            { by: partsBy, key: part.key },
          ])
        );
      },
    ),
  );
  return (
    <details
      className={isOpen ? "inset" : "inset screen-only"}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{words.asTable}</summary>
      {isOpen && (
        <div className={reports.scroll} role="region" aria-label={`${title}: ${words.asTable}`} tabIndex={0}>
          <Table
            label={title}
            look=""
            rows={bars}
            keyOf={({ key }) => key}
            columns={[
              {
                name: by === "date" ? words.date : words.groupings[by],
                cell: ({ key, name }) => names.ofGroup(by, key, name),
              },
              ...partColumns,
              time(
                words.total,
                ({ seconds }) => seconds || undefined,
                ({ key }) => entriesOf?.([{ by, key }]),
              ),
            ]}
          />
        </div>
      )}
    </details>
  );
}
