import { useProjects, useTasks } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import type { Placed } from "./place-items.ts";
import classes from "./palette.module.css";

/** The entries of a typed line, day by day; a missing part is named in its place. */
export function DayPreview({ placed, isLoading }: { placed: readonly Placed[]; isLoading: boolean }) {
  const { text, format } = useSettings();
  const days = Map.groupBy(placed, ({ item }) => item.day);
  return (
    <div role="status" className={classes.preview}>
      {[...days].map(([day, items]) => (
        <section key={day}>
          <h2>
            <span>{format.day(day)}</span>
            <span>{format.duration(items.reduce((sum, { item }) => sum + (item.seconds ?? 0), 0))}</span>
          </h2>
          {items.map(({ item, entry, missing }, at) => {
            if (entry === undefined)
              return (
                // oxlint-disable-next-line react/no-array-index-key -- the items have no other identity than their place
                <p key={at} className={classes.row} data-missing={!isLoading || undefined}>
                  {item.typed}: {isLoading ? text.shell.loading : text.palette.missing[missing ?? "time"]}
                </p>
              );
            const start = Date.parse(entry.startedAt);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <p key={at} className={classes.row}>
                <span className={classes.dim}>
                  {format.clock(start)} – {format.clock(start + entry.durationSeconds * 1000)}
                </span>
                <b>{format.duration(entry.durationSeconds)}</b>
                <span className={classes.name}>
                  {entry.description} {entry.tags.map((tag) => `#${tag}`).join(" ")}
                </span>
                <Place projectId={entry.projectId} taskId={entry.taskId} />
              </p>
            );
          })}
        </section>
      ))}
    </div>
  );
}

/** Project and task; the task only where the line or a default names one. */
function Place({ projectId, taskId }: { projectId: string; taskId: string | undefined }) {
  const project = useProjects().find(({ id }) => id === projectId);
  const task = useTasks(projectId).find(({ id }) => id === taskId);
  return (
    <span className={classes.project}>
      <ColorDot color={projectColor(project)} /> {project?.name}
      {task !== undefined && <span className={classes.dim}>· {task.name}</span>}
    </span>
  );
}
