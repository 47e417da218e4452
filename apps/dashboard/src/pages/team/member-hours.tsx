import { useQuery } from "@tanstack/react-query";
import { clock } from "#api/connection/client.ts";
import { useProjects } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { addDays, dayOf, startOfWeek } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { projectColor } from "#ui/project-color.ts";
import classes from "#parts/figures/figures.module.css";
import { TeamPart } from "./parts/team-part.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";

/** A member's hours: their sums, and those of this month by project. */
export function MemberHours({ userId }: { userId: string }) {
  const words = useTeamWords();
  const { recent, sums, byProject } = useHours(userId);
  const format = useFormat();
  const projects = useProjects();
  return (
    <>
      <TeamPart title={words.hours}>
        <dl className={classes.figures}>
          {sums.map(([name, seconds]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{seconds === undefined ? "…" : format.duration(seconds)}</dd>
            </div>
          ))}
        </dl>
      </TeamPart>
      <TeamPart title={words.byProject}>
        <Rows label={words.byProject}>
          {byProject.map(({ key, name, seconds }) => (
            <ListRow key={key} end={<b>{format.duration(seconds)}</b>}>
              <ColorDot color={projectColor(projects.find(({ id }) => id === key))} /> {name}
            </ListRow>
          ))}
        </Rows>
        <ListState query={recent} empty={byProject.length === 0 ? words.noProject : undefined} />
      </TeamPart>
    </>
  );
}

function useHours(userId: string) {
  const { zone, weekStart } = useSettings();
  const words = useTeamWords();
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(today, weekStart);
  const weekEnd = addDays(week, 6);
  const month = `${today.slice(0, 7)}-01`;
  const recent = useQuery(
    summaryQuery({
      groupBy: ["date", "project"],
      userId,
      from: week < month ? week : month,
      to: weekEnd,
      tz: zone,
    }),
  );
  const days = recent.data?.groups ?? [];
  const inWeek = days.filter(({ key }) => key !== null && key >= week);
  const inMonth = days.filter(({ key }) => key !== null && key >= month && key <= today);
  const ofAll = useQuery(summaryQuery({ userId }));
  const sums = [
    [words.periodWeek, recent.data && sumOf(inWeek)],
    [words.periodMonth, recent.data && sumOf(inMonth)],
    [words.periodAll, ofAll.data?.totals.seconds],
  ] as const;
  const byProject = [
    ...Map.groupBy(
      inMonth.flatMap(({ groups = [] }) => groups),
      ({ key }) => key,
    ).values(),
  ]
    .map((groups) => ({ key: groups[0]?.key, name: groups[0]?.name, seconds: sumOf(groups) }))
    .toSorted((left, right) => right.seconds - left.seconds);
  return { recent, sums, byProject };
}

function sumOf(groups: readonly { seconds: number }[]): number {
  return groups.reduce((sum, { seconds }) => sum + seconds, 0);
}
