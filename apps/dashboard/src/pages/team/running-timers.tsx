import { useQuery } from "@tanstack/react-query";
import { useNames } from "#api/people.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { PersonName } from "#ui/person-name.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { RunningFor, timersQuery } from "./parts/running-for.tsx";
import { TeamPart } from "./parts/team-part.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";

/** Everyone's running timers. Events keep them up to date. */
export function RunningTimers() {
  const format = useFormat();
  const words = useTeamWords();
  const hasOthers = seesOthers(useMe());
  const projects = useProjects();
  const query = useQuery(timersQuery);
  const nameOf = useNames(query.data?.map(({ userId }) => userId) ?? []);
  return (
    <TeamPart title={words.now}>
      <Rows label={words.now}>
        {query.data?.map(({ userId, projectId, description, startedAt }) => {
          const project = projects.find(({ id }) => id === projectId);
          return (
            <ListRow
              key={userId}
              end={
                <div className="number">
                  <RunningFor since={startedAt} />
                  <p className="dim">{words.since(format.clock(startedAt))}</p>
                </div>
              }
            >
              <b>
                <PersonName id={userId} name={nameOf(userId)} />
              </b>
              <p>
                <ColorDot color={projectColor(project)} /> {project?.name ?? projectId}
                {description !== "" && <span className="dim"> · {description}</span>}
              </p>
            </ListRow>
          );
        })}
      </Rows>
      <ListState
        query={query}
        empty={query.data?.length === 0 ? (hasOthers ? words.nobody : words.nobodyOwn) : undefined}
      />
    </TeamPart>
  );
}
