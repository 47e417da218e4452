import { useState } from "react";
import { explainError } from "#api/explain-error.ts";
import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { createProject } from "#entries/choices/create-project.ts";
import { dayOf, daysBetween } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import type { Placed } from "@stint/grammar/place-items.ts";
import classes from "./typed-day.module.css";

/** Previews the entries of a typed line by day, and shows what is missing. */
export function DayPreview({ placed, isLoading }: { placed: readonly Placed[]; isLoading: boolean }) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const days = Map.groupBy(placed, ({ item }) => item.day);
  return (
    <div role="status" className={classes.preview}>
      {[...days].map(([day, items]) => (
        <section key={day}>
          <h2>
            <span>{format.day(day)}</span>
            <span>
              {format.duration(
                items.reduce((sum, { item, entry }) => sum + (entry?.durationSeconds ?? item.seconds ?? 0), 0),
              )}
            </span>
          </h2>
          {items.map(({ item, entry, missing }, at) => {
            if (entry === undefined)
              return (
                // oxlint-disable-next-line react/no-array-index-key -- items are identified only by their position
                <p key={at} className={classes.row} data-missing={!isLoading || undefined}>
                  {item.typed}: {isLoading ? text.shell.loading : <Missing what={missing ?? "time"} item={item} />}
                </p>
              );
            const start = Date.parse(entry.startedAt);
            const end = start + entry.durationSeconds * 1000;
            // An entry that ends at midnight counts as ending on the day before.
            const lastDay = dayOf(Math.max(start, end - 1), zone);
            const daysLater = daysBetween(day, lastDay);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <p key={at} className={classes.row}>
                <span className={classes.dim}>
                  {format.clock(start)} – {format.clock(end)}
                  {daysLater > 0 && <abbr title={format.day(lastDay)}> +{daysLater}</abbr>}
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

/** Explains what an item lacks. People with the right to create projects can create one from an unknown name. */
function Missing({ what, item }: { what: NonNullable<Placed["missing"]>; item: Placed["item"] }) {
  const text = useText();
  const { scopes } = useMe();
  const [problem, setProblem] = useState("");
  const { project: name = "" } = item;
  if (what !== "knownProject") return text.palette.missing[what];
  const create = () => createProject(name).catch((error: unknown) => setProblem(explainError(error, text)));
  return (
    <>
      {text.palette.noProject(name)}{" "}
      {scopes.includes("projects:write") && (
        <button type="button" className={classes.create} onClick={() => void create()}>
          {text.time.createProject(name)}
        </button>
      )}{" "}
      {problem}
    </>
  );
}

/** The project, and the task if the line or a default names one. */
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
