import { useQuery } from "@tanstack/react-query";
import { clock } from "#api/connection/client.ts";
import { useProjects } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { YearOfDays } from "#parts/figures/year/year-of-days.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { rangeOfPeriod } from "#time/report-period.ts";
import { dayOf } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { projectColor } from "#ui/project-color.ts";
import { TeamPart } from "./parts/team-part.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";
import classes from "./parts/team.module.css";

/** A member's year, and the hours of this month by project. */
export function MemberHours({ userId }: { userId: string }) {
  const words = useTeamWords();
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const projects = useProjects();
  const month = rangeOfPeriod("thisMonth", dayOf(clock.now(), zone), weekStart);
  const query = useQuery(summaryQuery({ groupBy: "project", userId, ...month, tz: zone }));
  const groups = query.data?.groups ?? [];
  return (
    <>
      <div className={classes.section}>
        <YearOfDays of={{ userId }} />
      </div>
      <TeamPart title={words.byProject}>
        <Rows label={words.byProject}>
          {groups.map(({ key, name, seconds }) => (
            <ListRow key={key} end={<b>{format.duration(seconds)}</b>}>
              <ColorDot color={projectColor(projects.find(({ id }) => id === key))} /> {name}
            </ListRow>
          ))}
        </Rows>
        <ListState query={query} empty={groups.length === 0 ? words.noProject : undefined} />
      </TeamPart>
    </>
  );
}
