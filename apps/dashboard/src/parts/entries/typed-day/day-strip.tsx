import { useProjectsById } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { useTrackingView } from "#state/use-tracking.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { rangeOfDays } from "#time/zoned.ts";
import { projectColor } from "#ui/project-color.ts";
import classes from "./day-strip.module.css";

interface Bar {
  startedAt: string;
  durationSeconds: number;
  projectId: string;
}

interface Props {
  day: string;
  /** What would be added; `isOut` if it can't be added yet. */
  coming: readonly (Bar & { isOut: boolean })[];
}

const hourMs = 3_600_000;
/** The hours that are shown at least, and the most marks. */
const [morning, evening] = [8, 18];
const mostMarks = 6;

/** A day as a strip: the recorded entries, the running timer, and what would be added. */
export function DayStrip({ day, coming }: Props) {
  const format = useFormat();
  const { zone } = useSettings();
  const { entries, timer } = useTrackingView();
  const now = useNow(timer?.startedAt);
  const projects = useProjectsById();
  const { from, to } = rangeOfDays(day, 1, zone);
  const running = timer && { ...timer, durationSeconds: (now - startMs(timer)) / 1000 };
  const bars = [
    ...entries.map((entry) => ({ bar: entry, kind: "there" })),
    ...(running === null ? [] : [{ bar: running, kind: "running" }]),
    ...coming.map((bar) => ({ bar, kind: bar.isOut ? "out" : "coming" })),
  ].filter(({ bar }) => bar.durationSeconds > 0 && startMs(bar) < to && endMs(bar) > from);
  const earliest = Math.min(from + morning * hourMs, ...bars.map(({ bar }) => startMs(bar)));
  const latest = Math.max(from + evening * hourMs, ...bars.map(({ bar }) => endMs(bar)));
  const first = from + Math.floor(Math.max(0, earliest - from) / hourMs) * hourMs;
  const last = from + Math.ceil((Math.min(to, latest) - from) / hourMs) * hourMs;
  const share = (ms: number) => `${(100 * ms) / (last - first)}%`;
  const every = Math.ceil((last - first) / hourMs / mostMarks) * hourMs;
  // The last mark needs room for its text.
  const marks = Array.from({ length: Math.floor((last - first) / every) }, (_, at) => first + at * every);
  const said = bars
    .filter(({ kind }) => kind === "there")
    .map(({ bar }) => `${format.clock(bar.startedAt)} – ${format.clock(endMs(bar))}`);
  return (
    <div className={classes.strip} role="img" aria-label={[format.longDay(day), ...said].join(", ")}>
      {marks.map((ms) => (
        <small key={ms} style={{ left: share(ms - first) }}>
          {format.clock(ms)}
        </small>
      ))}
      <div className={classes.bars}>
        {bars.map(({ bar, kind }, at) => {
          const [start, end] = [Math.max(first, startMs(bar)), Math.min(last, endMs(bar))];
          const style = { left: share(start - first), width: share(end - start) };
          const color = projectColor(projects.get(bar.projectId));
          return <i key={at} data-kind={kind} style={{ ...style, color }} />;
        })}
      </div>
    </div>
  );
}
