import { usualTask } from "@stint/grammar/choose-project.ts";
import { sameFields, withoutUndefined } from "@stint/offline/fields.ts";
import type { Write } from "@stint/offline/write.ts";
import { minuteMs } from "@stint/grammar/days.ts";
import type { TimeEntry, Timer } from "@stint/sdk";
import { findProject, findTask, listTasks } from "#src/names/find.ts";
import { lineOf, entrySchema, showEntry, showTimer, timerSchema } from "#src/names/entry-lines.ts";
import { readMoment } from "#src/names/periods.ts";
import { labelFields, object, out, placeFields, text } from "#src/protocol/schema.ts";
import { type ToolContext, tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import type { TypedEntry } from "#src/writing/draft.ts";
import { readEntry } from "#src/writing/plan-change.ts";
import { hashOf } from "#src/writing/signer.ts";
import { type Reversal, reversible, timerFieldsOf, undoReference } from "#src/writing/undo.ts";
import { findTimer } from "./whoami.ts";

export const startTimerTool = tool({
  name: "start_timer",
  title: "Start the timer",
  description:
    "Starts the person's timer. Each person has one: a running timer is stopped and becomes an entry, as the result says. Undoable. If the same timer is already running, nothing happens.",
  input: object({
    ...placeFields,
    description: text("The work being done.", "Landing page"),
    ...labelFields,
    continue: text(
      "Instead of a project: go on with an earlier entry of the person, by its id, or last, or the last before a time.",
      "last",
      "last before 12:00",
    ),
    started: text("When it began, if not now: 9:40 (today) or -15m.", "9:40", "-15m"),
  }),
  output: out.object({
    timer: timerSchema,
    stopped: out.orNull(entrySchema),
    already_running: out.flag,
    undo: out.textOrNull,
  }),
  scopes: ["time-entries:read", "time-entries:write", "projects:read"],
  effect: "adds",
  async run(context, args) {
    const { stint, nowMs } = context;
    const former = args.continue === undefined ? undefined : await findEarlier(context, args.continue);
    const { description = former?.description ?? "", tags = former?.tags ?? [], billable = former?.billable } = args;
    const startedMs = args.started === undefined ? undefined : readMoment(context, args.started);
    if (startedMs !== undefined && startedMs > nowMs) throw new ToolError("The timer cannot start in the future.");
    const place = await findPlace(context, args, former);
    const body = {
      ...place,
      description,
      tags,
      billable,
      startedAt: startedMs === undefined ? undefined : new Date(startedMs).toISOString(),
    };
    const running = await findTimer(context);
    if (running !== undefined && isSameTimer(running, { ...place, description: description.trim(), tags }, startedMs)) {
      const timer = await showTimer(context, running);
      return {
        data: { timer, stopped: null, already_running: true, undo: null },
        summary: "This timer is already running.",
      };
    }
    const { data } = await stint.timeEntries.list({ userId: "me", sort: "-updatedAt", limit: 1 });
    // The key makes repeated calls start only one timer, unless another of the person's entries was written in between.
    const idempotencyKey = `mcp-${hashOf([args, running, data[0]?.id, data[0]?.version, Math.floor(nowMs / minuteMs)])}`;
    const { timer, stopped } = await stint.timer.start(body, { idempotencyKey });
    const ended = stopped === null ? null : await showEntry(context, stopped);
    const replaced = ended === null ? "" : " The previous timer was stopped and is now an entry.";
    const undo = undoReference(context, reversalOf(timer, running, stopped));
    return {
      data: { timer: await showTimer(context, timer), stopped: ended, already_running: false, undo },
      summary: `Started.${replaced} ${reversible}`,
    };
  },
});

/** Finds an entry to go on with. */
async function findEarlier(context: ToolContext, typed: string): Promise<TimeEntry> {
  const [last, before] = /^last(?: before (.+))?$/i.exec(typed.trim()) ?? [];
  if (last === undefined) return readEntry(context, typed);
  const to = before === undefined ? undefined : new Date(readMoment(context, before));
  const { data } = await context.stint.timeEntries.list({ userId: "me", to, limit: 1 });
  if (data[0] === undefined) throw new ToolError("There is no such entry. list_time returns the entries.");
  return data[0];
}

async function findPlace(context: ToolContext, { project, client, task }: TypedEntry, former: TimeEntry | undefined) {
  if (project === undefined && task === undefined && former !== undefined)
    return { projectId: former.projectId, taskId: former.taskId };
  const named = project ?? former?.projectId;
  if (named === undefined) throw new ToolError("Which project? Send project, or continue to go on with an entry.");
  const of = await findProject(context, named, client);
  // If the project has no default task, leaves the choice to the server, which may refuse.
  const found = task === undefined ? usualTask(await listTasks(context, of.id)) : await findTask(context, of, task);
  return { projectId: of.id, taskId: found?.id || undefined };
}

/** Whether the running timer is the one that the call would start. */
function isSameTimer(running: Timer, wanted: object, startedMs: number | undefined): boolean {
  // Allow a minute, because a repeated -15m means a later instant.
  const isThen = startedMs === undefined || Math.abs(startedMs - Date.parse(running.startedAt)) < minuteMs;
  return isThen && sameFields(running, withoutUndefined(wanted));
}

/** Returns how to reverse the start of a timer, which may have stopped the one that was running. */
function reversalOf(timer: Timer, former: Timer | undefined, stopped: TimeEntry | null): Reversal {
  const of = { startedAt: timer.startedAt, createdAt: timer.createdAt };
  const seen = timerFieldsOf(timer);
  if (stopped === null || former === undefined) return { writes: [{ kind: "discardTimer", of, seen }] };
  const back: Write = { kind: "updateTimer", of, set: timerFieldsOf(former), seen };
  return { writes: [back, { kind: "delete", ids: [stopped.id] }], entries: [stopped] };
}

export const stopTimerTool = tool({
  name: "stop_timer",
  title: "Stop the timer",
  description: "Stops the person's running timer, which becomes a time entry. Undoable.",
  input: object({ ended: text("When it ended, if not now: 17:05 (today) or -15m.", "17:05", "-15m") }),
  output: out.object({ entry: entrySchema, undo: out.textOrNull }),
  scopes: ["time-entries:read", "time-entries:write", "projects:read"],
  effect: "adds",
  async run(context, { ended }) {
    const { stint, me } = context;
    const running = await findTimer(context);
    if (running === undefined) throw new ToolError(`No timer is running. ${await sayLastEntry(context)}`);
    const endedMs = ended === undefined ? undefined : readMoment(context, ended);
    if (endedMs !== undefined && (endedMs > context.nowMs || endedMs < Date.parse(running.startedAt)))
      throw new ToolError("The end must be between the start of the timer and now. whoami says when it started.");
    const options = {
      idempotencyKey: `mcp-${hashOf(["stop", running.startedAt, running.version])}`,
      ifMatch: running,
    };
    const entry = await (endedMs === undefined
      ? stint.timer.stop(options)
      : stint.timers.stop(me.user.id, { endedAt: new Date(endedMs).toISOString() }, options));
    const undo = undoReference(context, {
      writes: [{ kind: "startTimer", timer: timerFieldsOf(running), stoppedLocalId: "", replaces: entry.id }],
      entries: [entry],
    });
    return { data: { entry: await showEntry(context, entry), undo }, summary: `Stopped. ${reversible}` };
  },
});

async function sayLastEntry(context: ToolContext): Promise<string> {
  const { data } = await context.stint.timeEntries.list({ userId: "me", limit: 1 });
  const [entry] = data;
  return entry === undefined
    ? "start_timer starts one."
    : `The last entry: ${lineOf(await showEntry(context, entry))}. start_timer starts a new timer.`;
}
