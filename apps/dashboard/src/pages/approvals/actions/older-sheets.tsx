import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { plural } from "#i18n/catalogue.ts";
import { lastPeriods, lengths, type PeriodKind } from "#pages/approvals/board/board-range.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import { useToApprove } from "#parts/waiting/use-to-approve.ts";
import { useSettings } from "#state/settings/settings.ts";

/** Says that timesheets from before the board's first day wait too, and leads to the latest ones. */
export function OlderSheets({ kind, from }: { kind: PeriodKind; from: string }) {
  const words = useBoardWords();
  const { language } = useSettings();
  const { weekStart } = useMe().organization;
  const all = useToApprove(true);
  // The latest timesheets were read first, so the older ones may be missing among them.
  const early = useToApprove(all.hasMore, from);
  const { sheets, hasMore } = all.hasMore ? early : all;
  const older = sheets.filter(({ periodEnd }) => periodEnd < from);
  const [latest] = older.toSorted((left, right) => right.periodEnd.localeCompare(left.periodEnd));
  if (latest === undefined) return null;
  const range = lastPeriods(kind, lengths[kind][0], latest.periodEnd, weekStart);
  return (
    <p className="apart">
      {plural(language, older.length, words.older, hasMore)}{" "}
      <Link href={`/approvals?from=${range.from}&to=${range.to}`} replace>
        {words.showOlder}
      </Link>
    </p>
  );
}
