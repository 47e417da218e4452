import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { defineKeptQuery } from "#api/queries.ts";
import { type Format, useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { PersonName } from "#ui/person-name.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { readDay } from "#time/read-day.ts";
import { addDays, dayOf, listDays, startOfWeek } from "#time/zoned.ts";
import table from "#ui/list/table.module.css";
import { type Column, Table } from "#ui/list/table.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { useParam } from "#screen/use-param.ts";
import { TeamPart } from "./parts/team-part.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";
import classes from "./parts/team.module.css";

/**
 * Each person's hours in a week, by day. Every entry belongs to exactly one person, so the hours add up to the day's
 * total.
 */
export function HoursOfWeek() {
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const words = useTeamWords();
  const [asked, setAsked] = useParam("week");
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(readDay(asked) ?? today, weekStart);
  const report = { groupBy: ["user", "date"], from: week, to: addDays(week, 6), tz: zone } as const;
  const query = useQuery(defineKeptQuery(["reports", "team", week, zone], () => stint.reports.summary(report)));
  const days = listDays(week, 7);
  const thisWeek = startOfWeek(today, weekStart);
  const title = words.hoursOf(format.day(week));
  const show = (day: string) => setAsked(day === thisWeek ? "" : day);
  return (
    <TeamPart
      title={title}
      aside={
        <Steps
          labels={[words.previousWeek, words.nextWeek]}
          now={{ label: words.thisWeek, onClick: () => show(thisWeek) }}
          onStep={(step) => show(addDays(week, 7 * step))}
        />
      }
    >
      {query.data !== undefined && query.data.groups.length > 0 && (
        <div className={`panel ${classes.wide}`}>
          <Table
            label={title}
            look={`${table.table} ${classes.hours}`}
            rows={query.data.groups}
            keyOf={({ key }) => key}
            total={{ ...query.data.totals, key: null, name: words.total, groups: sumDays(query.data.groups, days) }}
            columns={[
              {
                name: words.person,
                cell: ({ key, name }) =>
                  key === null ? (
                    name
                  ) : (
                    <Link href={`/team/${key}`}>
                      <PersonName id={key} name={name ?? key} />
                    </Link>
                  ),
              },
              ...days.map((day) => dayColumn(day, format)),
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
      <p className="small apart">{words.hoursNote}</p>
    </TeamPart>
  );
}

function dayColumn(day: string, format: Format): Column<Hours> {
  return {
    name: format.shortDay(day),
    kind: "number",
    className: `wide-only ${classes.day}`,
    cell: ({ groups: byDay = [] }) => {
      const sum = byDay.find(({ key }) => key === day)?.seconds;
      return sum === undefined ? "–" : format.duration(sum);
    },
  };
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
