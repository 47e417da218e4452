import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useSearchParams } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { defineKeptQuery } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { readDay } from "#time/read-day.ts";
import { addDays, dayOf, listDays, startOfWeek } from "#time/zoned.ts";
import table from "#ui/list/table.module.css";
import { type Column, Table } from "#ui/list/table.tsx";
import { Steps } from "#ui/fields/groups.tsx";
import { useTeamWords } from "./use-team-words.ts";
import classes from "./team.module.css";

/**
 * Each person's hours in a week, by day. Every entry belongs to exactly one person, so the hours add up to the day's
 * total.
 */
export function HoursOfWeek() {
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const words = useTeamWords();
  const headId = useId();
  const [params, setParams] = useSearchParams();
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(readDay(params.get("week")) ?? today, weekStart);
  const report = { groupBy: ["user", "date"], from: week, to: addDays(week, 6), tz: zone } as const;
  const query = useQuery(defineKeptQuery(["reports", "team", week, zone], () => stint.reports.summary(report)));
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
      <div className={`${classes.head} wrap`}>
        <h2 id={headId}>{words.hoursOf(format.day(week))}</h2>
        <Steps
          labels={[words.previousWeek, words.nextWeek]}
          now={{ label: words.thisWeek, onClick: () => show(startOfWeek(today, weekStart)) }}
          onStep={(step) => show(addDays(week, 7 * step))}
        />
      </div>
      {query.data !== undefined && query.data.groups.length > 0 && (
        <div className={`panel ${classes.wide}`}>
          <Table
            labelledBy={headId}
            look={`${table.table} ${classes.hours}`}
            rows={query.data.groups}
            keyOf={({ key }) => key}
            total={{ ...query.data.totals, key: null, name: words.total, groups: sumDays(query.data.groups, days) }}
            columns={[
              {
                name: words.person,
                cell: ({ key, name }) => (key === null ? name : <Link href={`/team/${key}`}>{name ?? key}</Link>),
              },
              ...days.map((day): Column<Hours> => ({
                name: format.shortDay(day),
                kind: "number",
                className: classes.day,
                cell: ({ groups: byDay = [] }) => {
                  const sum = byDay.find(({ key }) => key === day)?.seconds;
                  return sum === undefined ? "–" : format.duration(sum);
                },
              })),
              {
                name: words.total,
                kind: "number",
                isNamed: false,
                cell: ({ seconds }) => <b>{format.duration(seconds)}</b>,
              },
            ]}
          />
        </div>
      )}
      <ListState query={query} empty={query.data?.groups.length === 0 ? words.noHours : undefined} />
      <p className={`${classes.note} small`}>{words.hoursNote}</p>
    </section>
  );
}

interface Hours {
  key: string | null;
  name: string | null;
  seconds: number;
  groups?: readonly Pick<Hours, "key" | "seconds">[] | undefined;
}

function sumDays(people: readonly Hours[], days: readonly string[]) {
  const parts = people.flatMap(({ groups: byDay = [] }) => byDay);
  return days.map((day) => ({
    key: day,
    seconds: parts.reduce((sum, { key, seconds }) => (key === day ? sum + seconds : sum), 0),
  }));
}
