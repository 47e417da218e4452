import { findWholeName } from "@stint/grammar/find-by-name.ts";
import { readUnknownTask } from "@stint/grammar/read-unknown-task.ts";
import { CircleAlert, Lock, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { createProject, createTask, reopenTask } from "#api/task-of-choice.ts";
import { startMs } from "#time/start-ms.ts";
import { clockMinutesOf, dayOf, daysBetween } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Button } from "#ui/button/button.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { timesOf } from "#parts/entries/entry-edits.ts";
import { useEntryActions } from "#parts/entries/use-entry-actions.ts";
import { freeTimes, isFixable, type Line } from "./judge-lines.ts";
import { useAddEntryWords } from "./use-add-entry-words.ts";
import { clockText, isGood, type TypedDay } from "./use-typed-day.ts";
import classes from "./typed-day.module.css";

interface Props {
  day: Pick<TypedDay, "lines" | "isLoading" | "isOnOtherDay" | "agree" | "refusalOf">;
  /** The lines of each row of the field's text. Default: a row for each line. */
  rows?: readonly (readonly Line[])[];
  /** Whether the lines are being added, so that they can't be changed. */
  isBusy: boolean;
  /** Replaces what was typed for a line. */
  onFix: (line: Line, typed: string) => void;
  /** Moves the focus to the field, because the button that was pressed disappears. */
  onMended: () => void;
}

/** Previews the entries of a typed day, line by line, and shows what is missing or would be refused. */
export function DayPreview(props: Props) {
  const { lines, isLoading, refusalOf } = props.day;
  const { rows = lines.map((line) => [line]) } = props;
  const { zone } = useSettings();
  const canCreate = useMe().scopes.includes("projects:write");
  const stateOf = (line: Line) => {
    if (isLoading) return undefined;
    if (isGood(line)) return refusalOf(line) === undefined ? undefined : "wrong";
    const isLocked = line.obstacles.some((each) => each === "lockDate" || each === "timesheet");
    return isLocked ? "locked" : isFixable(line, zone, canCreate) ? "fixable" : "wrong";
  };
  return (
    <div role="status" className={classes.preview}>
      {rows.map((own, at) => {
        const state = own.map(stateOf).find((each) => each !== undefined);
        const Icon = state === undefined ? undefined : icons[state];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- lines are identified only by their position
          <div key={at} className={classes.row} data-state={state}>
            <span className={classes.mark} aria-hidden>
              {Icon === undefined ? at + 1 : <Icon size={14} />}
            </span>
            <div>
              {own.map((line) => (
                <Result key={lines.indexOf(line)} {...props} line={line} />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

const icons = { fixable: TriangleAlert, wrong: CircleAlert, locked: Lock };

type LineProps = Omit<Props, "rows"> & { line: Line };

/** What a line becomes, and above it, for screen readers and phones, what was typed if that can't be added. */
function Result(props: LineProps) {
  const { day, line } = props;
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const { item, entry, overlap } = line;
  const refusal = day.refusalOf(line);
  const isOut = !isGood(line) || refusal !== undefined;
  const start = Date.parse(entry?.startedAt ?? "");
  const end = start + (entry?.durationSeconds ?? 0) * 1000;
  // An entry that ends at midnight counts as ending on the day before.
  const lastDay = entry === undefined ? item.day : dayOf(Math.max(start, end - 1), zone);
  const daysLater = daysBetween(item.day, lastDay);
  return (
    <p className={classes.result}>
      {isOut && <span className={classes.typed}>{text.shell.named(item.typed, "")}</span>}
      <span className={`small ${classes.reason}`}>
        {day.isOnOtherDay(line) && <span className="dim">{format.day(item.day)} </span>}
        {!isOut && overlap !== undefined && (
          <>
            {text.entries.breaks.overlaps}.
            <OverlapFixes {...props} />
          </>
        )}
        {isOut && day.isLoading && text.shell.loading}
        {isOut && !day.isLoading && (refusal ?? <Problem {...props} />)}
      </span>
      {entry !== undefined && (
        <>
          <span className={`dim ${classes.times}`}>
            {format.exactClock(start)} – {format.exactClock(end)}
            {daysLater > 0 && <abbr title={format.day(lastDay)}> +{daysLater}</abbr>}
          </span>
          <b data-out={isOut || undefined}>{format.duration(entry.durationSeconds)}</b>
          <span className={`cut ${classes.name}`}>
            <Place projectId={entry.projectId} taskId={entry.taskId} /> {entry.description}{" "}
            {entry.tags.map((tag) => `#${tag}`).join(" ")}
          </span>
        </>
      )}
    </p>
  );
}

/** Explains why a line can't be added, and offers a likely correction. */
function Problem(props: LineProps) {
  const { day, line, isBusy, onMended } = props;
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const words = useAddEntryWords();
  const { item, entry, startMs, missing, inherited, obstacles } = line;
  if (missing === "knownProject") return <UnknownName {...props} name={item.project ?? inherited ?? ""} />;
  if (entry === undefined || startMs === undefined)
    return missing === "skipped" ? text.time.skipped : words.missing[missing ?? "time"];
  const duration = format.duration(entry.durationSeconds);
  const reasons = obstacles.map((obstacle) => {
    if (obstacle === "long") return words.long(duration);
    if (obstacle === "lockDate" || obstacle === "timesheet") return words.locked[obstacle];
    // The buttons say how to mend an overlap.
    if (obstacle === "overlaps" && isFixable(line, zone)) return `${text.entries.breaks.overlaps}.`;
    return text.entries.ruleRefusals[obstacle];
  });
  return (
    <>
      {reasons.join(" ")} {obstacles.includes("overlaps") && <OverlapFixes {...props} />}{" "}
      {obstacles.includes("long") && (
        <Button kind="link" disabled={isBusy} onClick={() => (day.agree(line), onMended())}>
          {words.agree}
        </Button>
      )}
    </>
  );
}

/**
 * A name that means nothing. People with the right to create projects can create a project or task from it, or reopen
 * the task with this name.
 */
function UnknownName({ name, isBusy, onMended }: LineProps & { name: string }) {
  const { time } = useText();
  const { scopes } = useMe();
  const words = useAddEntryWords();
  const action = useAction();
  const { project, task = name } = readUnknownTask(name, useProjects()) ?? {};
  // An open one would not be unknown.
  const [done] = findWholeName(useTasks(project?.id), task);
  const make = () => (project === undefined ? createProject(name) : createTask(project.id, task));
  const mend = () => (done === undefined ? make() : reopenTask(done.id));
  const label = project === undefined ? time.createProject(name) : words.createTask(task);
  return (
    <>
      {project === undefined ? words.noProject(name) : words.noTask(task, project.name)}{" "}
      {scopes.includes("projects:write") && (
        <Button
          kind="link"
          disabled={isBusy}
          isBusy={action.isRunning}
          onClick={() => action.run(() => mend().then(onMended))}
        >
          {done === undefined ? label : words.reopenTask(done.name)}
        </Button>
      )}{" "}
      {action.message}
    </>
  );
}

/** Buttons that shorten a line to the time before or after the entries that it overlaps, or the entry before it. */
function OverlapFixes({ line, isBusy, onFix, onMended }: LineProps) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useAddEntryWords();
  const { change } = useEntryActions();
  const { item, overlap, earlier, startMs: lineMs = 0 } = line;
  const clockOf = (ms: number) => clockText(clockMinutesOf(ms, zone));
  const fixes = freeTimes(line, zone).map(({ from, to }) => ({
    label: from === overlap?.to ? words.startAt(format.clock(from)) : words.endAt(format.clock(to)),
    fix: () => onFix(line, `${item.typedDay}${clockOf(from)}-${clockOf(to)} ${item.text}`),
  }));
  if (earlier !== undefined)
    fixes.push({
      label: words.endEarlierAt(format.clock(lineMs)),
      fix: () => (change(earlier, timesOf(startMs(earlier), lineMs)), onMended()),
    });
  return fixes.map(({ label, fix }) => (
    <Fragment key={label}>
      {" "}
      <Button kind="link" disabled={isBusy} onClick={fix}>
        {label}
      </Button>
    </Fragment>
  ));
}

/** The project, and the task if the line or a default names one. */
function Place({ projectId, taskId }: { projectId: string; taskId: string | undefined }) {
  const project = useProjects().find(({ id }) => id === projectId);
  const task = useTasks(projectId).find(({ id }) => id === taskId);
  return (
    <>
      <ColorDot color={projectColor(project)} /> {project?.name}
      {task !== undefined && <span className="dim"> · {task.name}</span>}
    </>
  );
}
