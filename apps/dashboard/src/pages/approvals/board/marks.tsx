import { CalendarX2, CircleAlert, CircleHelp, EyeOff, Layers2, Timer } from "lucide-react";
import type { Sheet } from "#parts/timesheets/board.ts";

/** Warnings for the approver, as icons with counts. The timesheet's label says the same in words. */
export function Marks({ sheet }: { sheet: Sheet }) {
  const { missingDays, overlaps, breaks, timerStartedAt, partial } = sheet;
  const isUnknown = missingDays === null;
  const [missing, overlapping] = [missingDays ?? 0, overlaps ?? 0];
  const isQuiet = missing + overlapping + breaks === 0 && timerStartedAt === null && partial !== true;
  if (isQuiet && !isUnknown) return null;
  return (
    <span className="small mark" aria-hidden>
      {partial === true && <EyeOff size={12} />}
      {timerStartedAt !== null && <Timer size={12} className="live" />}
      {isUnknown && <CircleHelp size={12} />}
      {missing > 0 && (
        <span className="mark">
          <CalendarX2 size={12} /> {missing}
        </span>
      )}
      {overlapping > 0 && (
        <span className="warn mark">
          <Layers2 size={12} /> {overlapping}
        </span>
      )}
      {breaks > 0 && (
        <span className="over mark">
          <CircleAlert size={12} /> {breaks}
        </span>
      )}
    </span>
  );
}
