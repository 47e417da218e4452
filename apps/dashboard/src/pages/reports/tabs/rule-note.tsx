import { useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import type { DayRange } from "#time/report-period.ts";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import { useFormat } from "#i18n/format.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "#pages/reports/figures/reports.module.css";

export interface RuleProps {
  tz: string;
  /** Undefined means all time. */
  range: Partial<DayRange> | undefined;
  /** The projects whose rounding is explained. */
  projectIds?: readonly (string | null)[] | undefined;
  hasMoney: boolean;
  isOverlapping?: boolean;
  asOf?: string | undefined;
}

export function RuleNote({ tz, range, projectIds = [], hasMoney, isOverlapping = false, asOf }: RuleProps) {
  const format = useFormat();
  const words = useReportWords();
  const names = useReportNames();
  return (
    <details className={`${classes.rule} screen-only dim`}>
      <summary>{words.rule}</summary>
      <ul>
        <li>{range === undefined ? words.ruleAll : words.ruleRange(names.ofRange(range))}</li>
        <li>{words.ruleDay(tz)}</li>
        {asOf !== undefined && <li>{words.ruleBudgets(format.date(asOf))}</li>}
        <li>
          {words.ruleBillable} {projectIds.length > 0 && <Roundings projectIds={projectIds} />}
        </li>
        {hasMoney && <li>{words.ruleAmount}</li>}
        {isOverlapping && <li>{words.ruleTags}</li>}
        <li>{words.ruleShown}</li>
        <li>{words.ruleTimer}</li>
      </ul>
    </details>
  );
}

/** Lists each project's rounding, such as "Website: rounded up to 15 minutes". */
function Roundings({ projectIds }: { projectIds: readonly (string | null)[] }) {
  const { shell } = useText();
  const format = useFormat();
  const reportWords = useReportWords();
  const words = useProjectWords();
  const kinds = { up: words.roundedUp, nearest: words.roundedNearest, down: words.roundedDown };
  const ids = new Set(projectIds);
  const roundings = useProjects().flatMap(({ id, name, rounding }) => {
    if (rounding === null || !ids.has(id)) return [];
    const minutes = format.number(rounding.minutes, { style: "unit", unit: "minute", unitDisplay: "long" });
    return [shell.named(name, kinds[rounding.mode](minutes))];
  });
  return roundings.length === 0 ? null : reportWords.ruleRoundings(format.list(roundings));
}
