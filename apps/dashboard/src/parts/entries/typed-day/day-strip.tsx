import type { EntryFields } from "@stint/offline/write.ts";
import { useProjectsById } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { useEntriesIn, useTracked } from "#state/use-tracking.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { addDays, rangeOfDays } from "#time/zoned.ts";
import { projectColor } from "#ui/project-color.ts";
import classes from "./day-strip.module.css";

type Bar = Pick<EntryFields, "startedAt" | "durationSeconds" | "projectId">;

interface Props {
  day: string;
  /** The entries that would be added; `isOut` marks those that can't be added yet. */
  coming: readonly (Bar & { isOut: boolean })[];
}

/** Where the clock is printed, as parts of the day: on a day with a clock change, six hours are no quarter of it. */
const labels = [0, 1 / 4, 1 / 2, 3 / 4];

/** A day as a strip: the recorded entries and the running timer, and what would be added. */
export function DayStrip({ day, coming }: Props) {
  const format = useFormat();
  const { zone } = useSettings();
  // An entry of the day before can reach into the day.
  const { entries } = useEntriesIn(rangeOfDays(addDays(day, -1), 2, zone));
  const timer = useTracked((view) => view.timer);
  const now = useNow(timer?.startedAt);
  const projects = useProjectsById();
  const { from, to } = rangeOfDays(day, 1, zone);
  const share = (ms: number) => `${(100 * ms) / (to - from)}%`;
  const running = timer === null ? [] : [{ ...timer, durationSeconds: (now - startMs(timer)) / 1000 }];
  const isOnDay = (bar: Bar) => bar.durationSeconds > 0 && startMs(bar) < to && endMs(bar) > from;
  const there = [...entries, ...running].filter(isOnDay);
  const draw = (kind: string) => (bar: Bar, at: number) => {
    const start = Math.max(from, startMs(bar));
    const style = { left: share(start - from), width: share(Math.min(to, endMs(bar)) - start) };
    const color = projectColor(projects.get(bar.projectId));
    return <i key={`${kind} ${at}`} data-kind={kind} style={{ ...style, color }} />;
  };
  const said = there.map((bar) => `${format.clock(bar.startedAt)} – ${format.clock(endMs(bar))}`);
  return (
    <div role="img" aria-label={[format.longDay(day), ...said].join(", ")}>
      <div className={`small ${classes.hours}`}>
        {labels.map((part) => (
          <span key={part}>{format.clock(from + part * (to - from))}</span>
        ))}
      </div>
      <div className={classes.bars}>
        {there.map(draw("there"))}
        {coming.filter(({ isOut, ...bar }) => !isOut && isOnDay(bar)).map(draw("coming"))}
        {coming.filter(({ isOut, ...bar }) => isOut && isOnDay(bar)).map(draw("out"))}
      </div>
    </div>
  );
}
