import { ChevronLeft, ChevronRight } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { clock, stint } from "#api/client.ts";
import { useSettings } from "#api/settings.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import groups from "#pages/parts/button-group.module.css";
import { readDay } from "#time/read-day.ts";
import { addDays, dayOf, listDays, startOfWeek } from "#time/zoned.ts";
import table from "#ui/table.module.css";
import { useWords } from "./use-words.ts";
import classes from "./team.module.css";

/** The hours of each person in a week, by day: the sums of the report, none of which is made here. */
export function HoursOfWeek() {
  const { format, zone, weekStart } = useSettings();
  const words = useWords();
  const [params, setParams] = useSearchParams();
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(readDay(params.get("week")) ?? today, weekStart);
  const report = { groupBy: ["user", "date"], from: week, to: addDays(week, 6), tz: zone } as const;
  const query = useQuery({
    queryKey: ["reports", "team", report],
    queryFn: () => stint.reports.summary(report),
  });
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
        <h2>{words.hoursOf(format.day(week))}</h2>
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
          <CopyAsCall
            call={{ operation: "reports.summary", method: "GET", path: "/v1/reports/summary", query: report }}
          />
        </span>
      </div>
      {query.data !== undefined && query.data.groups.length > 0 && (
        <div className={`${table.panel} ${classes.wide}`}>
          <table className={`${table.table} ${classes.hours}`}>
            <caption className="visually-hidden">{words.hoursNote}</caption>
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
                <td colSpan={7} className={classes.day} />
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
