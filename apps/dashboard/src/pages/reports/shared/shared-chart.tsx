import type { SharedReport } from "@stint/sdk";
import { BarChart, type BarPart } from "#pages/reports/bar-chart.tsx";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import type { useReportNames } from "#pages/reports/use-report-names.ts";
import { useWords } from "#pages/reports/use-words.ts";
import { projectColors } from "#ui/project-color.ts";
import { chartOf } from "./chart-of.ts";

interface Props {
  report: SharedReport;
  names: ReturnType<typeof useReportNames>;
  nameOf: (by: Grouping, key: string | null, name: string | null) => string;
}

/** The time of a published report as bars, by date if possible, else by the first grouping. */
export function SharedChart({ report, names, nameOf }: Props) {
  const words = useWords();
  const { bars, parts, by, partsBy } = chartOf(report);
  // A single bar shows nothing that the total doesn't.
  if (bars.length < 2) return null;
  const shown = parts.map(({ key, name }, at): BarPart => ({
    key: key ?? "none",
    name: partsBy === undefined ? words.tracked : nameOf(partsBy, key, name),
    color: `var(--p${partsBy === undefined ? 0 : at % projectColors.length})`,
  }));
  const others: BarPart = { key: "others", name: words.others, color: "var(--control)" };
  const hasOthers = bars.some(({ rest }) => rest > 0);
  const shownBy = words.groupings[by];
  return (
    <BarChart
      title={by === "date" && partsBy !== undefined ? words.chart(words.groupings[partsBy]) : words.chartBy(shownBy)}
      {...(by === "date" ? {} : { heading: shownBy })}
      parts={hasOthers ? [...shown, others] : shown}
      bars={bars.map(({ key, name, seconds, pieces, rest }) => ({
        key: key ?? "none",
        name: nameOf(by, key, name),
        label: by === "date" ? names.ofBar(key ?? "") : nameOf(by, key, name),
        seconds,
        href: undefined,
        parts: [
          ...shown.map((part, at) => ({ part, seconds: pieces[at] ?? 0, href: undefined })),
          ...(rest > 0 ? [{ part: others, seconds: rest, href: undefined }] : []),
        ],
      }))}
    />
  );
}
