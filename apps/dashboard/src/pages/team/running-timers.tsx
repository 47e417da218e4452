import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/client.ts";
import { useNames } from "#api/people.ts";
import { all, useMe, useProjects } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { useNow } from "#api/use-now.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import rows from "#ui/rows.module.css";
import { useWords } from "./use-words.ts";
import classes from "./team.module.css";

const timersQuery = { queryKey: ["timers"], queryFn: () => all(stint.timers.list()) };

/** The running timers of all, with project and start; it follows the events. */
export function RunningTimers() {
  const { format } = useSettings();
  const words = useWords();
  const { role } = useMe();
  const nameOf = useNames();
  const projects = useProjects();
  const now = useNow();
  const query = useQuery(timersQuery);
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{words.now}</h2>
        <CopyAsCall call={{ operation: "timers.list", method: "GET", path: "/v1/timers", isList: true }} />
      </div>
      <ul className={rows.rows} aria-label={words.now}>
        {query.data?.map(({ userId, projectId, description, startedAt }) => {
          const project = projects.find(({ id }) => id === projectId);
          const seconds = Math.max(0, (now - Date.parse(startedAt)) / 1000);
          return (
            <li key={userId}>
              <div className={rows.main}>
                <b>{nameOf(userId)}</b>
                <p>
                  <ColorDot color={projectColor(project)} /> {project?.name ?? projectId}
                  {description !== "" && <span className={rows.dim}> · {description}</span>}
                </p>
              </div>
              <div className={rows.number}>
                <b className={classes.live}>{format.duration(seconds)}</b>
                <p className={rows.dim}>{words.since(format.clock(startedAt))}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <ListState
        query={query}
        empty={query.data?.length === 0 ? (role === "member" ? words.nobodyOwn : words.nobody) : undefined}
      />
    </section>
  );
}
