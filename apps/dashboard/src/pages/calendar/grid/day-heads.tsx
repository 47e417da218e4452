import type { CalendarEvents, TimeEntry } from "@stint/sdk";
import { useMemo } from "react";
import { Link } from "wouter";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { type Day, groupByDay, isWhole } from "#time/group-by-day.ts";
import { hourMs } from "#pages/calendar/blocks/day-geometry.ts";
import classes from "./calendar.module.css";

interface Props {
  days: readonly Day[];
  today: string;
  /** The entries of these days, possibly along with earlier ones. */
  entries: readonly TimeEntry[];
  findDay: (ms: number) => Day;
  loaded: readonly { from: number; to: number }[];
  /** The running timer's seconds per day. */
  running: ReadonlyMap<string, number>;
  /** All-day events in the person's calendars. */
  events: CalendarEvents["days"];
}

/** The days' names and totals. An entry counts on the day it starts, as in the list and in reports. */
export function DayHeads({ days, today, entries, findDay, loaded, running, events }: Props) {
  const text = useText();
  const format = useFormat();
  const calendar = useCalendarWords();
  const totals = useMemo(
    () => new Map(groupByDay(entries, findDay).map(({ day, seconds }) => [day, seconds])),
    [entries, findDay],
  );
  return (
    <div className={classes.heads}>
      {days.map((each) => {
        const { day, from, to } = each;
        const hours = (to - from) / hourMs;
        const runningSeconds = running.get(day) ?? 0;
        const titles = events
          .filter(({ startDate, endDate }) => startDate <= day && day <= endDate)
          .map(({ title }) => (title === "" ? calendar.untitled : title))
          .join(", ");
        return (
          <h2 key={day} className={`wrap ${classes.head}`}>
            <Link
              href={`/calendar?view=day&date=${day}`}
              className={classes.dayLink}
              aria-current={day === today ? "date" : undefined}
            >
              {format.shortDay(day)}
            </Link>
            <span className="dim">{isWhole(each, loaded) ? format.duration(totals.get(day) ?? 0) : "…"}</span>
            {runningSeconds > 0 && (
              <span className="small live">{text.entries.withRunning(format.duration(runningSeconds))}</span>
            )}
            {titles !== "" && (
              <span className={`small cut ${classes.dayEvents}`} title={titles}>
                {titles}
              </span>
            )}
            {hours !== 24 && (
              <abbr className="chip" title={calendar.clockChange(format.number(hours))}>
                {calendar.hoursOfDay(format.number(hours))}
              </abbr>
            )}
          </h2>
        );
      })}
    </div>
  );
}
