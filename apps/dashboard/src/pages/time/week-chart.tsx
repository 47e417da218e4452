import type { Project, TimeEntry } from "@stint/sdk";
import { memo, useMemo } from "react";
import { useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { billableShareOf, createDayFinder, groupByDay, isRounded, sumOf } from "#time/group-by-day.ts";
import { startMs } from "#time/start-ms.ts";
import { listDays, startOfDay, addDays } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { type Column, Table } from "#ui/list/table.tsx";
import { chartScale } from "#parts/figures/chart/chart-scale.ts";
import axis from "#parts/figures/chart/chart-axis.module.css";
import classes from "./week-chart.module.css";

interface Props {
  /** The first day of the week. */
  week: string;
  entries: readonly TimeEntry[];
  isLoaded: boolean;
  /** The running timer's seconds in this week, by day. */
  running: ReadonlyMap<string, number>;
}

/** A week as bars stacked by project, and the same figures as a table for people who can't see the bars. */
export const WeekChart = memo(function WeekChart({ week, entries, isLoaded, running }: Props) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const projects = useProjects();
  const { days, parts, totals, billableShare, hasRounding } = useMemo(
    () => sumWeek(entries, week, zone),
    [entries, week, zone],
  );
  const scale = chartScale(Math.max(...days.map(({ day, seconds }) => seconds + (running.get(day) ?? 0))));
  const height = (seconds: number) => `${(seconds / 36 / scale.hours).toFixed(2)}%`;
  const named = parts.map((id) => ({ id, project: projects.find((project) => project.id === id) }));
  const runningSeconds = [...running.values()].reduce((sum, seconds) => sum + seconds, 0);
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby="week-chart">
      <div className="between">
        <h2 id="week-chart">{text.time.thisWeek}</h2>
        <p className={`dim ${classes.totals}`} aria-busy={!isLoaded}>
          <span title={text.entries.totalRule}>
            <b>{isLoaded ? format.duration(totals.seconds) : "–"}</b> {text.time.tracked}
          </span>
          {runningSeconds > 0 && (
            <span className="live">{text.entries.withRunning(format.duration(runningSeconds))}</span>
          )}
          <span>
            <b>{isLoaded ? format.duration(totals.billableSeconds) : "–"}</b>{" "}
            {hasRounding ? text.time.billableRounded : text.time.billable}
            {isLoaded && billableShare !== undefined && (
              <b className={classes.share}>{format.percent(billableShare)}</b>
            )}
          </span>
        </p>
      </div>
      <div className={classes.plot}>
        {!isLoaded && (
          <p role="status" className={axis.loading}>
            {text.shell.loading}
          </p>
        )}
        {Array.from({ length: scale.hours / scale.step }, (_, at) => (at + 1) * scale.step).map((hours) => (
          <span key={hours} className={axis.line} style={{ bottom: height(hours * 3600) }} aria-hidden>
            <span>{format.number(hours, { style: "unit", unit: "hour", unitDisplay: "narrow" })}</span>
          </span>
        ))}
        {days.map(({ day, secondsOf }) => (
          <span key={day} className={classes.bar}>
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
            {format.shortDay(day)}
            <b>{seconds > 0 ? format.duration(seconds) : "–"}</b>
          </span>
        ))}
      </div>
      <ul className={`small list wrap ${classes.legend}`} aria-hidden>
        {named.map(({ id, project }) => (
          <li key={id} className="row">
            <ColorDot color={projectColor(project)} /> {project?.name ?? text.time.noProject}
          </li>
        ))}
      </ul>
      {isLoaded && <WeekTable days={days} named={named} seconds={totals.seconds} />}
    </section>
  );
});

interface DaySums {
  day: string;
  seconds: number;
  secondsOf: ReadonlyMap<string, number>;
}

function WeekTable(props: {
  days: readonly DaySums[];
  named: readonly { id: string; project: Project | undefined }[];
  seconds: number;
}) {
  const { days, named, seconds } = props;
  const text = useText();
  const format = useFormat();
  const rows = days.map(({ day, ...sums }) => ({ name: format.day(day), ...sums }));
  const totals = new Map(
    named.map(({ id }) => [id, days.reduce((sum, { secondsOf }) => sum + (secondsOf.get(id) ?? 0), 0)]),
  );
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
  const [from, to] = [startOfDay(week, zone), startOfDay(addDays(week, 7), zone)];
  // Newest first, so everything after the first entry that is too old can be skipped.
  const older = entries.findIndex((entry) => startMs(entry) < from);
  const within = (older === -1 ? entries : entries.slice(0, older)).filter((entry) => startMs(entry) < to);
  const groups = new Map(groupByDay(within, createDayFinder(zone)).map((group) => [group.day, group]));
  const days: DaySums[] = listDays(week, 7).map((day) => {
    const group = groups.get(day);
    const byProject = Map.groupBy(group?.entries ?? [], ({ projectId }) => projectId);
    const secondsOf = new Map([...byProject].map(([id, own]) => [id, sumOf(own).seconds]));
    return { day, seconds: group?.seconds ?? 0, secondsOf };
  });
  const byProject = Map.groupBy(within, ({ projectId }) => projectId);
  const parts = [...byProject]
    .map(([id, own]) => ({ id, seconds: sumOf(own).seconds }))
    .toSorted((left, right) => right.seconds - left.seconds)
    .map(({ id }) => id);
  const billableShare = billableShareOf(within);
  return { days, parts, totals: sumOf(within), billableShare, hasRounding: isRounded(within) };
}
