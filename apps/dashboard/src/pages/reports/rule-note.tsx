import { useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useFormat } from "#i18n/format.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

interface Props {
  tz: string;
  /** The range in words; undefined means all time. */
  range: string | undefined;
  /** The projects whose rounding is explained. */
  projectIds?: readonly (string | null)[] | undefined;
  hasMoney: boolean;
  isOverlapping?: boolean;
  isOpen?: boolean;
  asOf?: string | undefined;
}

export function RuleNote({ tz, range, projectIds = [], hasMoney, isOverlapping = false, isOpen = false, asOf }: Props) {
  const format = useFormat();
  const words = useWords();
  return (
    <details className={`${classes.rule} screen-only dim`} open={isOpen}>
      <summary>{words.rule}</summary>
      <ul>
        {range !== undefined && <li>{words.ruleRange(range)}</li>}
        {range === undefined && <li>{words.ruleAll}</li>}
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
  const reportWords = useWords();
  const words = useProjectWords();
  const kinds = { up: words.roundedUp, nearest: words.roundedNearest, down: words.roundedDown };
  const roundings = useProjects().flatMap(({ id, name, rounding }) => {
    if (rounding === null || !projectIds.includes(id)) return [];
    const minutes = format.number(rounding.minutes, { style: "unit", unit: "minute", unitDisplay: "long" });
    return [shell.named(name, kinds[rounding.mode](minutes))];
  });
  return roundings.length === 0 ? null : reportWords.ruleRoundings(format.list(roundings));
}
