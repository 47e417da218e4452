import { ChevronLeft, ChevronRight } from "lucide-react";
import { type Stint } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useSearchParams } from "wouter";
import { clock, stint } from "#api/client.ts";
import { own } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import groups from "#ui/button/button-group.module.css";
import { readDay } from "#time/read-day.ts";
import { addDays, dayOf, listDays, startOfWeek } from "#time/zoned.ts";
import table from "#ui/list/table.module.css";
import { useWords } from "./use-words.ts";
import classes from "./team.module.css";

/**
 * Each person's hours in a week, by day. An entry belongs to exactly one person, so the hours add up to the day's
 * total.
 */
export function HoursOfWeek() {
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const words = useWords();
  const headId = useId();
  const [params, setParams] = useSearchParams();
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(readDay(params.get("week")) ?? today, weekStart);
  const report = { groupBy: ["user", "date"], from: week, to: addDays(week, 6), tz: zone } as const;
  const queryKey = ["reports", "team", week, zone];
  const query = useQuery({ queryKey, queryFn: () => own(queryKey, () => stint.reports.summary(report)) });
  const days = listDays(week, 7);
  const show = (day: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (startOfWeek(today, weekStart) === day) next.delete("week");
        else next.set("week", day);
        return next;
      },
      { replace: true },
    );
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 id={headId}>{words.hoursOf(format.day(week))}</h2>
        <span className={classes.tools}>
          <span className={groups.group}>
            <button type="button" aria-label={words.previousWeek} onClick={() => show(addDays(week, -7))}>
              <ChevronLeft size={16} aria-hidden />
            </button>
            <button type="button" onClick={() => show(startOfWeek(today, weekStart))}>
              {words.thisWeek}
            </button>
            <button type="button" aria-label={words.nextWeek} onClick={() => show(addDays(week, 7))}>
              <ChevronRight size={16} aria-hidden />
            </button>
          </span>
        </span>
      </div>
      {query.data !== undefined && query.data.groups.length > 0 && (
        <div className={`${table.panel} ${classes.wide}`}>
          <table className={`${table.table} ${classes.hours}`} aria-labelledby={headId}>
            <thead>
              <tr>
                <th scope="col">{words.person}</th>
                {days.map((day) => (
                  <th key={day} scope="col" className={`${table.number} ${classes.day}`}>
                    {format.shortDay(day)}
                  </th>
                ))}
                <th scope="col" className={table.number}>
                  {words.total}
                </th>
              </tr>
            </thead>
            <tbody>
              {query.data.groups.map(({ key, name, seconds, groups: byDay = [] }) => (
                <tr key={key}>
                  <th scope="row">
                    <Link href={`/team/${key}`}>{name ?? key}</Link>
                  </th>
                  {days.map((day) => {
                    const sum = byDay.find((each) => each.key === day)?.seconds;
                    return (
                      <td key={day} className={`${table.number} ${classes.day}`}>
                        {sum === undefined ? "–" : format.duration(sum)}
                      </td>
                    );
                  })}
                  <td className={table.number}>
                    <b>{format.duration(seconds)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{words.total}</th>
                {days.map((day) => (
                  <td key={day} className={`${table.number} ${classes.day}`}>
                    {format.duration(secondsOn(query.data.groups, day))}
                  </td>
                ))}
                <td className={table.number}>
                  <b>{format.duration(query.data.totals.seconds)}</b>
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      <ListState query={query} empty={query.data?.groups.length === 0 ? words.noHours : undefined} />
      <p className={classes.note}>{words.hoursNote}</p>
    </section>
  );
}

type SummaryReply = Awaited<ReturnType<Stint["reports"]["summary"]>>;

function secondsOn(people: SummaryReply["groups"], day: string): number {
  const days = people.flatMap(({ groups: byDay = [] }) => byDay.filter(({ key }) => key === day));
  return days.reduce((sum, { seconds }) => sum + seconds, 0);
}
