import { ArrowLeft, ChevronDown, ChevronUp } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { useTimesheetWords } from "#pages/timesheet/submitting/use-timesheet-words.ts";
import { useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { Steps } from "#ui/choices/groups.tsx";
import type { useNeighbours } from "./use-neighbours.ts";
import { KeyName } from "#parts/timesheets/key-name.tsx";

/** The way back to the board, as the person left it, and to the timesheets beside this one there. */
export function DeskBar({ ids, at }: ReturnType<typeof useNeighbours>) {
  const words = useTimesheetWords();
  const format = useFormat();
  const [, navigate] = useLocation();
  const search = useSearch();
  const withSearch = (path: string) => (search === "" ? path : `${path}?${search}`);
  function step(by: 1 | -1): void {
    const id = ids[at + by];
    // Replaces the address, so that the browser's button leads back to the board too.
    if (at >= 0 && id !== undefined) navigate(withSearch(`/timesheets/${id}`), { replace: true });
  }
  useShortcuts({ k: () => step(-1), j: () => step(1) });
  return (
    <div className="between screen-only">
      <Link href={withSearch("/approvals")} className="mark back plain dim">
        <ArrowLeft size={14} aria-hidden /> {words.toApprovals}
      </Link>
      {ids.length > 1 && at >= 0 && (
        <span className="row">
          <span className="dim">{words.placeOf(format.number(at + 1), format.number(ids.length))}</span>
          <Steps
            labels={[words.previousPerson, words.nextPerson]}
            icons={[<ChevronUp key="up" size={16} aria-hidden />, <ChevronDown key="down" size={16} aria-hidden />]}
            isFirst={at === 0}
            isLast={at === ids.length - 1}
            onStep={step}
          />
          <KeyName name="K" /> <KeyName name="J" />
        </span>
      )}
    </div>
  );
}
