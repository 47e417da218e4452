import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { all, defineKeptQuery, useMe, useProjects } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { useNow } from "#state/use-now.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Rows } from "#ui/list/rows.tsx";
import rows from "#ui/list/rows.module.css";
import { useTeamWords } from "./use-team-words.ts";
import classes from "./team.module.css";

const timersQuery = defineKeptQuery(["timers"], () => all(stint.timers.list()));

/** Everyone's running timers. Events keep them up to date. */
export function RunningTimers() {
  const format = useFormat();
  const words = useTeamWords();
  const hasOthers = seesOthers(useMe());
  const projects = useProjects();
  const query = useQuery(timersQuery);
  const nameOf = useNames(query.data?.map(({ userId }) => userId) ?? []);
  return (
    <section className={classes.section}>
      <div className={`${classes.head} wrap`}>
        <h2>{words.now}</h2>
      </div>
      <Rows label={words.now}>
        {query.data?.map(({ userId, projectId, description, startedAt }) => {
          const project = projects.find(({ id }) => id === projectId);
          return (
            <li key={userId}>
              <div className={rows.main}>
                <b>{nameOf(userId)}</b>
                <p>
                  <ColorDot color={projectColor(project)} /> {project?.name ?? projectId}
                  {description !== "" && <span className="dim"> · {description}</span>}
                </p>
              </div>
              <div className="number">
                <RunningFor since={startedAt} />
                <p className="dim">{words.since(format.clock(startedAt))}</p>
              </div>
            </li>
          );
        })}
      </Rows>
      <ListState
        query={query}
        empty={query.data?.length === 0 ? (hasOthers ? words.nobody : words.nobodyOwn) : undefined}
      />
    </section>
  );
}

function RunningFor({ since }: { since: string }) {
  const format = useFormat();
  const now = useNow(since);
  return <b className="live">{format.duration(Math.max(0, Math.floor((now - Date.parse(since)) / 60_000) * 60))}</b>;
}
