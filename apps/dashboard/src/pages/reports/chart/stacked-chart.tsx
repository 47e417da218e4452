import type { Grouping } from "#pages/reports/address/report-address.ts";
import type { Step } from "#pages/reports/address/report-queries.ts";
import type { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { useWords } from "#pages/reports/use-words.ts";
import { projectColors } from "#ui/project-color.ts";
import { BarChart, type BarPart } from "./bar-chart.tsx";
import type { Chart } from "./chart-of.ts";

interface Props {
  chart: Chart;
  names: Pick<ReturnType<typeof useReportNames>, "ofBar" | "ofGroup">;
  /** The colour of a part. Default: by its position. */
  colorOf?: ((by: Grouping, key: string | null) => string | undefined) | undefined;
  entriesOf?: ((steps: readonly Step[]) => string | undefined) | undefined;
  isLoading?: boolean;
}

/** The time of a report as stacked bars, in the words and colours of the report. */
export function StackedChart({
  chart: { by, partsBy, bars, parts, hasOthers },
  names,
  colorOf,
  entriesOf,
  isLoading,
}: Props) {
  const words = useWords();
  const shown = parts.map(({ key, name }, at): BarPart => ({
    key: key ?? "none",
    name: partsBy === undefined ? words.tracked : names.ofGroup(partsBy, key, name),
    color: (partsBy && colorOf?.(partsBy, key)) ?? `var(--p${partsBy === undefined ? 0 : at % projectColors.length})`,
  }));
  const others: BarPart = { key: "others", name: words.others, color: "var(--control)" };
  const titleOfDates = partsBy === undefined ? words.chartAlone : words.chart(words.groupings[partsBy]);
  return (
    <BarChart
      title={by === "date" ? titleOfDates : words.chartBy(words.groupings[by])}
      heading={by === "date" ? undefined : words.groupings[by]}
      parts={hasOthers ? [...shown, others] : shown}
      isLoading={isLoading}
      bars={bars.map(({ key, name, seconds, pieces, rest }) => {
        const step = { by, key };
        const hrefOf = (part: Step | undefined) => entriesOf?.(part === undefined ? [step] : [step, part]);
        return {
          key: key ?? "none",
          name: names.ofGroup(by, key, name),
          label: by === "date" ? names.ofBar(key ?? "") : names.ofGroup(by, key, name),
          seconds,
          hrefOf: () => hrefOf(undefined),
          parts: [
            ...shown.map((part, at) => ({
              part,
              seconds: pieces[at] ?? 0,
              hrefOf: () => hrefOf(partsBy && { by: partsBy, key: parts[at]?.key ?? null }),
            })),
            { part: others, seconds: rest, hrefOf: () => undefined },
          ].filter((piece) => piece.seconds > 0),
        };
      })}
    />
  );
}
