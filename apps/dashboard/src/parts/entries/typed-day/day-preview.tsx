import { useState } from "react";
import { explainError } from "#api/explain-error.ts";
import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { createProject } from "#api/task-of-choice.ts";
import { clockMinutesOf, dayOf, daysBetween } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Button } from "#ui/button/button.tsx";
import type { Line } from "./judge-lines.ts";
import { clockText, isGood, type TypedDay } from "./use-typed-day.ts";
import classes from "./typed-day.module.css";

interface Props {
  day: Pick<TypedDay, "lines" | "isLoading" | "agree" | "refusalOf">;
  /** Whether the lines are being added, so that they can't be changed. */
  isBusy: boolean;
  /** Replaces what was typed for a line. */
  onFix: (line: Line, typed: string) => void;
  /** Moves the focus to the field, because the button that was pressed disappears. */
  onMended: () => void;
}

/** Previews the entries of a typed line by day, and shows what is missing or would be refused. */
export function DayPreview({ day: { lines, isLoading, agree, refusalOf }, isBusy, onFix, onMended }: Props) {
  const text = useText();
  const format = useFormat();
  const days = Map.groupBy(lines, ({ item }) => item.day);
  return (
    <div role="status" className={classes.preview}>
      {[...days].map(([day, own]) => (
        <section key={day}>
          <h2>
            <span>{format.day(day)}</span>
            <span>
              {format.duration(own.filter(isGood).reduce((sum, { entry }) => sum + (entry?.durationSeconds ?? 0), 0))}
            </span>
          </h2>
          {own.map((line, at) => {
            const { item, entry, overlapsUntil } = line;
            const refusal = refusalOf(line);
            if (entry === undefined || !isGood(line) || refusal !== undefined)
              return (
                // oxlint-disable-next-line react/no-array-index-key -- lines are identified only by their position
                <p key={at} className={classes.row} data-missing={!isLoading || undefined}>
                  {text.shell.named(item.typed, "")}
                  {isLoading ? (
                    text.shell.loading
                  ) : isGood(line) ? (
                    refusal
                  ) : (
                    <Problem
                      line={line}
                      isBusy={isBusy}
                      onAgree={() => (agree(line), onMended())}
                      onFix={(typed) => onFix(line, typed)}
                      onCreated={onMended}
                    />
                  )}
                </p>
              );
            // oxlint-disable-next-line react/no-array-index-key -- as above
            return <EntryLine key={at} entry={entry} day={day} overlaps={overlapsUntil !== undefined} />;
          })}
        </section>
      ))}
    </div>
  );
}

interface EntryLineProps {
  entry: NonNullable<Line["entry"]>;
  day: string;
  overlaps: boolean;
}

/** An entry that will be added. */
function EntryLine({ entry, day, overlaps }: EntryLineProps) {
  const { entries } = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const start = Date.parse(entry.startedAt);
  const end = start + entry.durationSeconds * 1000;
  // An entry that ends at midnight counts as ending on the day before.
  const lastDay = dayOf(Math.max(start, end - 1), zone);
  const daysLater = daysBetween(day, lastDay);
  return (
    <p className={classes.row}>
      <span className="dim">
        {format.exactClock(start)} – {format.exactClock(end)}
        {daysLater > 0 && <abbr title={format.day(lastDay)}> +{daysLater}</abbr>}
      </span>
      <b>{format.duration(entry.durationSeconds)}</b>
      <span className={`fill cut ${classes.name}`}>
        {entry.description} {entry.tags.map((tag) => `#${tag}`).join(" ")}{" "}
        {overlaps && <span className="dim">{entries.breaks.overlaps}</span>}
      </span>
      <Place projectId={entry.projectId} taskId={entry.taskId} />
    </p>
  );
}

interface ProblemProps {
  line: Line;
  isBusy: boolean;
  onAgree: () => void;
  onFix: (typed: string) => void;
  /** Called once the missing project exists. */
  onCreated: () => void;
}

/**
 * Explains why a line can't be added, and offers a likely correction. People with the right to create projects can
 * create one from an unknown name.
 */
function Problem({ line, isBusy, onAgree, onFix, onCreated }: ProblemProps) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const { scopes } = useMe();
  const [problem, setProblem] = useState("");
  const { palette } = text;
  const { item, entry, startMs, missing, inherited, obstacles, overlapsUntil } = line;
  if (missing === "knownProject") {
    const name = item.project ?? inherited ?? "";
    const create = () => createProject(name).then(onCreated, (error: unknown) => setProblem(explainError(error, text)));
    return (
      <>
        {palette.noProject(name)}{" "}
        {scopes.includes("projects:write") && (
          <Button kind="link" disabled={isBusy} onClick={() => void create()}>
            {text.time.createProject(name)}
          </Button>
        )}{" "}
        {problem}
      </>
    );
  }
  if (entry === undefined || startMs === undefined) return palette.missing[missing ?? "time"];
  const duration = format.duration(entry.durationSeconds);
  const reasons = obstacles.map((obstacle) => {
    if (obstacle === "long") return palette.long(duration);
    if (obstacle === "lockDate" || obstacle === "timesheet") return palette.locked[obstacle];
    return text.entries.ruleRefusals[obstacle];
  });
  const end = startMs + entry.durationSeconds * 1000;
  const isFixable = overlapsUntil !== undefined && obstacles.includes("overlaps") && overlapsUntil <= end - 60_000;
  const clockOf = (ms: number) => clockText(clockMinutesOf(ms, zone));
  const fix = (from: number) => onFix(`${item.typedDay}${clockOf(from)}-${clockOf(end)} ${item.text}`);
  return (
    <>
      {reasons.join(" ")}{" "}
      {isFixable && (
        <Button kind="link" disabled={isBusy} onClick={() => fix(overlapsUntil)}>
          {palette.startAt(format.clock(overlapsUntil))}
        </Button>
      )}
      {obstacles.includes("long") && (
        <Button kind="link" disabled={isBusy} onClick={onAgree}>
          {palette.agree}
        </Button>
      )}
    </>
  );
}

/** The project, and the task if the line or a default names one. */
function Place({ projectId, taskId }: { projectId: string; taskId: string | undefined }) {
  const project = useProjects().find(({ id }) => id === projectId);
  const task = useTasks(projectId).find(({ id }) => id === taskId);
  return (
    <span className={`row ${classes.project}`}>
      <ColorDot color={projectColor(project)} /> {project?.name}
      {task !== undefined && <span className="dim">· {task.name}</span>}
    </span>
  );
}
