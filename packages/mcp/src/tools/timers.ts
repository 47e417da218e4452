import { taskToMake } from "@stint/grammar/place-items.ts";
import { findProject, findTask, listTasks, usualOf } from "#src/names/find.ts";
import { lineOf, entrySchema, showEntry, showTimer, timerSchema } from "#src/names/entry-lines.ts";
import { readMoment } from "#src/names/periods.ts";
import { flag, list, object, out, text } from "#src/protocol/schema.ts";
import { type Context, type Result, tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { note } from "#src/text/mark.ts";
import { hashOf } from "#src/writing/signer.ts";
import { reversible, timerFieldsOf, undoOf } from "#src/writing/undo.ts";
import { findTimer } from "./whoami.ts";

interface Args {
  project: string;
  client?: string;
  task?: string;
  description?: string;
  tags?: string[];
  billable?: boolean;
  started?: string;
}

const undoSchema = out.textOrNull;

export const startTimer = tool<Args>({
  name: "start_timer",
  title: "Start the timer",
  description:
    "Starts the person's timer. Each person has one: a running timer is stopped and becomes an entry, as the result says. Undoable. If the same timer is already running, nothing happens.",
  input: object(
    {
      project: text("The project by name (Client/Project if names are equal).", "Website"),
      client: text("The project's client, if several projects have the name.", "Acme"),
      task: text("A task of the project; by default General.", "Build"),
      description: text("The work being done.", "Landing page"),
      tags: list("Labels.", text("A label.", "meeting", "client"), 20),
      billable: flag("Whether it is charged; by default, the task or project decides."),
      started: text("When it began, if not now: 9:40 (today) or -15m.", "9:40", "-15m"),
    },
    ["project"],
  ),
  output: out.object({
    timer: timerSchema,
    stopped: out.orNull(entrySchema),
    already_running: out.flag,
    undo: undoSchema,
    note: out.text,
  }),
  isReading: false,
  isDestructive: false,
  isIdempotent: true,
  async run(context, args) {
    const { stint, nowMs } = context;
    const project = await findProject(context, args.project, args.client);
    // If the project has no default task, leaves the choice to the server, which may refuse.
    const task =
      args.task === undefined
        ? usualOf(await listTasks(context, project.id))
        : await findTask(context, project, args.task);
    const taskId = task?.id === taskToMake ? undefined : task?.id;
    const startedMs = args.started === undefined ? undefined : readMoment(context, args.started);
    if (startedMs !== undefined && startedMs > nowMs) throw new ToolError("The timer cannot start in the future.");
    const running = await findTimer(context);
    const { description = "", tags = [], billable } = args;
    const isSame =
      running !== undefined &&
      running.projectId === project.id &&
      (taskId === undefined || running.taskId === taskId) &&
      running.description === description.trim() &&
      hashOf(running.tags) === hashOf(tags) &&
      // Allow a minute, because a repeated -15m means a later instant.
      (startedMs === undefined || Math.abs(startedMs - Date.parse(running.startedAt)) < 60_000);
    if (running !== undefined && isSame) {
      const shown = await showTimer(context, running);
      return {
        data: { timer: shown, stopped: null, already_running: true, undo: null, note },
        summary: "This timer is already running.",
      };
    }
    const { data } = await stint.timeEntries.list({ userId: "me", sort: "-updatedAt", limit: 1 });
    // The key makes repeated calls start only one timer, unless another of the person's entries was written in between.
    const idempotencyKey = `mcp-${hashOf([args, running, data[0]?.id, data[0]?.version, Math.floor(nowMs / 60_000)])}`;
    const body = {
      projectId: project.id,
      ...(taskId === undefined ? {} : { taskId }),
      description,
      tags,
      ...(billable === undefined ? {} : { billable }),
      ...(startedMs === undefined ? {} : { startedAt: new Date(startedMs).toISOString() }),
    };
    const reply = await stint.timer.start(body, { idempotencyKey });
    const { timer, stopped } = reply;
    const of = { startedAt: timer.startedAt, createdAt: timer.createdAt };
    const seen = timerFieldsOf(timer);
    const undo =
      stopped === null || running === undefined
        ? undoOf(context, { writes: [{ kind: "discardTimer", of, seen }] })
        : undoOf(context, {
            writes: [
              { kind: "updateTimer", of, set: timerFieldsOf(running), seen },
              { kind: "delete", ids: [stopped.id] },
            ],
            entries: [stopped],
          });
    const shown = await showTimer(context, timer);
    const ended = stopped === null ? null : await showEntry(context, stopped);
    const replaced = ended === null ? "" : " The previous timer was stopped and is now an entry.";
    return {
      data: { timer: shown, stopped: ended, already_running: false, undo, note },
      summary: `Started.${replaced} ${reversible}`,
    };
  },
});

export const stopTimer = tool<{ ended?: string }>({
  name: "stop_timer",
  title: "Stop the timer",
  description: "Stops the person's running timer, which becomes a time entry. Undoable.",
  input: object({ ended: text("When it ended, if not now: 17:05 (today) or -15m.", "17:05", "-15m") }),
  output: out.object({ entry: entrySchema, undo: undoSchema, note: out.text }),
  isReading: false,
  isDestructive: false,
  isIdempotent: true,
  async run(context, { ended }): Promise<Result> {
    const { stint, me } = context;
    const running = await findTimer(context);
    if (running === undefined) throw new ToolError(`No timer is running. ${await lastEntry(context)}`);
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
    const shown = await showEntry(context, entry);
    const undo = undoOf(context, {
      writes: [{ kind: "startTimer", timer: timerFieldsOf(running), stoppedLocalId: "", replaces: entry.id }],
      entries: [entry],
    });
    return {
      data: { entry: shown, undo, note },
      summary: `Stopped. ${reversible}`,
    };
  },
});

async function lastEntry(context: Context): Promise<string> {
  const { data } = await context.stint.timeEntries.list({ userId: "me", limit: 1 });
  const [entry] = data;
  return entry === undefined
    ? "start_timer starts one."
    : `The last entry: ${lineOf(await showEntry(context, entry))}. start_timer starts a new timer.`;
}
