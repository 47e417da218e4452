import type { Project, TimeEntry } from "@stint/sdk";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { useProjectsById } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { WeekLabel } from "#parts/entries/week-label.tsx";
import { useNote } from "#state/drafts/use-note.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useEntriesIn } from "#state/use-tracking.ts";
import { billableShareOf, createDayFinder, groupByDay, isRounded, sumOf } from "#time/group-by-day.ts";
import { listDays, startOfDay, addDays } from "#time/zoned.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { IconButton } from "#ui/button/button.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { type Column, Table } from "#ui/list/table.tsx";
import { chartScale } from "#parts/figures/chart/chart-scale.ts";
import axis from "#parts/figures/chart/chart-axis.module.css";
import classes from "./week-chart.module.css";

interface Props {
  /** The first day of the current week. */
  thisWeek: string;
  today: string;
  /** The running timer's seconds in the current week, by day. */
  running: ReadonlyMap<string, number>;
}

/** The most projects that the legend names. */
const mostNamed = 5;
const nothing: ReadonlyMap<string, number> = new Map();

/** A week as bars stacked by project, and the same figures as a table for people who can't see the bars. */
export const WeekChart = memo(function WeekChart({ thisWeek, today, running: runningNow }: Props) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const [turned, setTurned] = useState(0);
  const week = addDays(thisWeek, 7 * turned);
  const isThisWeek = turned === 0;
  const running = isThisWeek ? runningNow : nothing;
  const folded = useNote<boolean>("week-chart folded");
  const isPhone = useIsPhone();
  const isFolded = folded.value ?? isPhone;
  const { entries, isLoaded } = useEntriesIn({ from: startOfDay(week, zone), to: startOfDay(addDays(week, 7), zone) });
  const sums = useMemo(() => sumWeek(entries, week, zone), [entries, week, zone]);
  const { days, totals, billableShare } = sums;
  const runningSeconds = [...running.values()].reduce((sum, seconds) => sum + seconds, 0);
  return (
    <section
      className={`panel ${classes.panel}`}
      data-folded={isFolded || undefined}
      aria-label={isThisWeek ? text.days.thisWeek : text.entries.chart}
    >
      <div className="wrap">
        <IconButton label={text.time.weekChart} aria-expanded={!isFolded} onClick={() => folded.write(!isFolded)}>
          {isFolded ? <ChevronRight size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </IconButton>
        <WeekLabel week={week} />
        <Steps
          labels={[text.days.previousWeek, text.days.nextWeek]}
          now={{ label: text.days.thisWeek, disabled: isThisWeek, onClick: () => setTurned(0) }}
          onStep={(step) => setTurned(turned + step)}
          className={`screen-only ${classes.steps}`}
        />
        {isFolded && <FoldedBars days={days} today={today} />}
        <p className={`wrap dim end ${classes.totals}`} aria-busy={!isLoaded}>
          <span title={text.entries.totalRule}>
            <b>{isLoaded ? format.duration(totals.seconds) : "–"}</b> {text.time.tracked}
          </span>
          {runningSeconds > 0 && (
            <span className="live">{text.entries.withRunning(format.duration(runningSeconds))}</span>
          )}
          <span>
            <b>{isLoaded ? format.duration(totals.billableSeconds) : "–"}</b>{" "}
            {sums.hasRounding ? text.time.billableRounded : text.time.billable}
            {isLoaded && billableShare !== undefined && (
              <b className={classes.share}>{format.percent(billableShare)}</b>
            )}
          </span>
        </p>
      </div>
      {!isFolded && <Bars {...sums} running={running} isLoaded={isLoaded} />}
    </section>
  );
});

/** The week's days without their projects, next to the totals. */
function FoldedBars({ days, today }: { days: readonly DaySums[]; today: string }) {
  const most = Math.max(1, ...days.map(({ seconds }) => seconds));
  return (
    <span className={classes.small} aria-hidden>
      {days.map(({ day, seconds }) => (
        <i key={day} data-today={day === today || undefined} style={{ height: `${(100 * seconds) / most}%` }} />
      ))}
    </span>
  );
}

interface BarsProps extends ReturnType<typeof sumWeek> {
  running: ReadonlyMap<string, number>;
  isLoaded: boolean;
}

function Bars({ days, parts, totals, running, isLoaded }: BarsProps) {
  const text = useText();
  const format = useFormat();
  const projects = useProjectsById();
  const scale = chartScale(Math.max(...days.map(({ day, seconds }) => seconds + (running.get(day) ?? 0))));
  const height = (seconds: number) => `${(seconds / 36 / scale.hours).toFixed(2)}%`;
  const named = parts.map((part) => ({ ...part, project: projects.get(part.id) }));
  return (
    <div className={classes.chart}>
      <div>
        <div className={classes.plot}>
          {!isLoaded && (
            <p role="status" className="visually-hidden">
              {text.shell.loading}
            </p>
          )}
          {[scale.hours / 2, scale.hours].map((hours) => (
            <span key={hours} className={`small ${axis.line}`} style={{ bottom: height(hours * 3600) }} aria-hidden>
              <span>{format.number(hours, { style: "unit", unit: "hour", unitDisplay: "narrow" })}</span>
            </span>
          ))}
          {days.map(({ day, secondsOf }) => (
            <span key={day} className={classes.bar}>
              {!isLoaded && <span className={`late ${classes.coming}`} />}
              {named.map(({ id, project }) => {
                const seconds = secondsOf.get(id);
                return (
                  seconds !== undefined && (
                    <span key={id} style={{ height: height(seconds), background: projectColor(project) }} />
                  )
                );
              })}
              {(running.get(day) ?? 0) > 0 && (
                <span className={classes.live} style={{ height: height(running.get(day) ?? 0) }} />
              )}
            </span>
          ))}
        </div>
        <div className={`small ${classes.days}`} aria-hidden>
          {days.map(({ day, seconds }) => (
            <span key={day}>
              {format.shortDay(day)} <b>{seconds > 0 ? format.duration(seconds) : "–"}</b>
            </span>
          ))}
        </div>
      </div>
      <Legend named={named} />
      {isLoaded && <WeekTable days={days} named={named} seconds={totals.seconds} />}
    </div>
  );
}

function Legend({ named }: { named: readonly NamedPart[] }) {
  const text = useText();
  const format = useFormat();
  const others = named.slice(mostNamed);
  return (
    <ul className={`small list ${classes.legend}`} aria-hidden>
      {named.slice(0, mostNamed).map(({ id, project, seconds }) => (
        <li key={id} className="row">
          <ColorDot color={projectColor(project)} />
          <span className="cut">{project?.name ?? text.time.noProject}</span>
          <b className="end">{format.duration(seconds)}</b>
        </li>
      ))}
      {others.length > 0 && (
        <li className="row">
          {text.time.others(format.number(others.length))}
          <b className="end">{format.duration(others.reduce((sum, { seconds }) => sum + seconds, 0))}</b>
        </li>
      )}
    </ul>
  );
}

interface NamedPart {
  /** The id of the project. */
  id: string;
  seconds: number;
  project: Project | undefined;
}

interface DaySums {
  day: string;
  seconds: number;
  secondsOf: ReadonlyMap<string, number>;
}

interface TableProps {
  days: readonly DaySums[];
  named: readonly NamedPart[];
  seconds: number;
}

function WeekTable({ days, named, seconds }: TableProps) {
  const text = useText();
  const format = useFormat();
  const rows = days.map(({ day, ...sums }) => ({ name: format.day(day), ...sums }));
  const totals = new Map(named.map((part) => [part.id, part.seconds]));
  return (
    <div className="visually-hidden">
      <Table
        label={text.entries.chart}
        rows={rows}
        keyOf={({ name }) => name}
        total={{ name: text.entries.total, seconds, secondsOf: totals }}
        columns={[
          { name: text.entries.day, cell: ({ name }) => name },
          ...named.map(({ id, project }): Column<(typeof rows)[number]> => ({
            name: project?.name ?? text.time.noProject,
            cell: ({ secondsOf }) => format.duration(secondsOf.get(id) ?? 0),
          })),
          { name: text.entries.total, cell: (row) => format.duration(row.seconds) },
        ]}
      />
    </div>
  );
}

function sumWeek(entries: readonly TimeEntry[], week: string, zone: string) {
  const groups = new Map(groupByDay(entries, createDayFinder(zone)).map((group) => [group.day, group]));
  const days: DaySums[] = listDays(week, 7).map((day) => {
    const group = groups.get(day);
    return { day, seconds: group?.seconds ?? 0, secondsOf: sumByProject(group?.entries ?? []) };
  });
  const parts = [...sumByProject(entries)]
    .map(([id, seconds]) => ({ id, seconds }))
    .toSorted((left, right) => right.seconds - left.seconds);
  const hasRounding = isRounded(entries);
  return { days, parts, totals: sumOf(entries), billableShare: billableShareOf(entries), hasRounding };
}

function sumByProject(entries: readonly TimeEntry[]): Map<string, number> {
  const byProject = Map.groupBy(entries, ({ projectId }) => projectId);
  return new Map([...byProject].map(([id, own]) => [id, sumOf(own).seconds]));
}
