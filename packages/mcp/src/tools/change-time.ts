import { pick } from "@stint/offline/fields.ts";
import { doubtOf } from "@stint/grammar/doubtful-time.ts";
import { plural } from "@stint/grammar/plural.ts";
import type { Write } from "@stint/offline/write.ts";
import { ApiError, type TimeEntry, type UpdateTimeEntriesBody } from "@stint/sdk";
import { withTasks } from "#src/names/find.ts";
import { entrySchema, lineOf, showEntries } from "#src/names/entry-lines.ts";
import { choice, list, object, out, text } from "#src/protocol/schema.ts";
import { type ToolContext, type Question, type Result, tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { quote } from "#src/text/mark.ts";
import { askFirst, keyOf, showFirst } from "#src/writing/confirm.ts";
import {
  demandUnchanged,
  planChange,
  planSplit,
  readEntries,
  reference,
  type Reference,
  type Wanted,
  wantedFields,
} from "#src/writing/plan-change.ts";
import { reversible, type Reversal, undo, undoReference } from "#src/writing/undo.ts";

export const changeTimeTool = tool({
  name: "change_time",
  title: "Change time entries",
  description:
    "Edits, splits, deletes or restores time entries that list_time returned, or undoes an earlier write by its undo reference. Deletes only the person's own entries. Deletions, changes of several entries and of other people's entries, and ends on the next day or more than 12 hours after the start need two calls: the first returns a preview and a token and writes nothing; after the person has agreed, the same call with the token writes. All entries are changed, or none.",
  input: object(
    {
      action: choice("What to do.", ["edit", "split", "delete", "restore", "undo"]),
      entries: list("The entries; not with undo, and one with split.", reference, 100),
      set: {
        ...wantedFields,
        description: "With edit: the new values; what is left out stays. With split: what differs in the second part.",
      },
      at: text("With split: when the second part begins.", "10:30"),
      // The limit leaves room for the rest of the request, whose maximum size is 1 MiB.
      undo: { ...text("With undo: the reference that the write returned."), maxLength: 1_000_000 },
      token: text("The token of the first call, with otherwise the same arguments."),
    },
    ["action"],
  ),
  output: out.object({
    done: out.flag,
    before: out.list(entrySchema),
    entries: out.list(entrySchema),
    message: out.text,
    token: out.textOrNull,
    token_expires_at: out.textOrNull,
    undo: out.textOrNull,
  }),
  scopes: ["time-entries:read", "time-entries:write", "projects:read"],
  effect: "changes",
  async run(context, { action, entries: references = [], set = {}, at, undo: undoRef, token }) {
    if (action === "undo") {
      if (undoRef === undefined) throw new ToolError("Send the undo reference that the write returned.");
      return done(context, await undo(context, undoRef), []);
    }
    if (references.length === 0) throw new ToolError("Which entries? list_time returns them.");
    const plan =
      action === "edit"
        ? await edit(context, references, set)
        : action === "split"
          ? await split(context, references, set, at)
          : await remove(context, references, action === "restore");
    return carryOut(context, action, plan, token);
  },
});

type Action = "edit" | "split" | "delete" | "restore";

/** A change that is planned but not made. */
interface Plan {
  entries: TimeEntry[];
  /** Those of the entries that would change, as they are and as they would be. */
  before: TimeEntry[];
  after: TimeEntry[];
  /** The new values, to which the person agrees. */
  set: unknown;
  /** Whether the person must agree even to a change of a single entry of their own. */
  mustAsk: boolean;
  write(idempotencyKey: string): Promise<{ data: TimeEntry[] } & Reversal>;
}

const words: Record<Action, [ask: string, did: string, unchanged: string]> = {
  edit: ["Change", "Changed", "Nothing to change: the entries already have these values."],
  split: ["Split", "Split into", ""],
  delete: ["Delete", "Deleted", "Nothing to delete: it has already been deleted."],
  restore: ["Restore", "Restored", "Nothing to restore: it is not deleted."],
};

/** Makes the planned change, after the person has agreed if that is necessary. */
async function carryOut(
  context: ToolContext,
  action: Action,
  { entries, before, after, set, mustAsk, write }: Plan,
  token: string | undefined,
): Promise<Result | Question> {
  const [ask, did, unchanged] = words[action];
  if (before.length === 0) return done(context, unchanged, entries);
  const what = { action, set, before: before.map(({ id, version }) => ({ id, version })) };
  let permitted = JSON.stringify(what);
  if (mustAsk || before.length > 1 || isOfOthers(context, before)) {
    const [old, next] = [await showEntries(context, before), await showEntries(context, after)];
    const question = `${ask} ${plural(before.length, "time entry", "time entries")}?`;
    const lines = [...old.map((each) => `- ${lineOf(each)}`), ...next.map((each) => `+ ${lineOf(each)}`)];
    const whole = [question, ...lines].join("\n");
    const asked = askFirst(context, { tool: "change_time", what }, { token, question: whole });
    if ("ask" in asked) return asked.ask;
    if ("preview" in asked) {
      const message = `${question} ${showFirst}`;
      return { data: { done: false, before: old, entries: next, message, ...asked.preview, undo: null } };
    }
    permitted = asked.permitted;
  }
  const { data, ...reversal } = await write(keyOf(permitted));
  const days = action === "delete" ? " They can be restored for 30 days." : "";
  // Only the person's own entries can be deleted, so restoring other people's cannot be undone.
  const isUndoable = action !== "restore" || !isOfOthers(context, data);
  const undoRef = isUndoable ? undoReference(context, reversal) : null;
  return done(context, `${did}: ${plural(data.length, "entry", "entries")}.${days}`, data, undoRef);
}

async function done(
  context: ToolContext,
  message: string,
  changed: readonly TimeEntry[],
  undoRef: string | null = null,
): Promise<Result> {
  const entries = await showEntries(context, changed);
  return {
    data: { done: true, before: [], entries, message, token: null, token_expires_at: null, undo: undoRef },
    ...(undoRef === null ? {} : { summary: reversible }),
  };
}

const isOfOthers = ({ me }: ToolContext, entries: readonly TimeEntry[]): boolean =>
  entries.some(({ userId }) => userId !== me.user.id);

type Fields = UpdateTimeEntriesBody["entries"][number];

async function edit(context: ToolContext, references: readonly Reference[], wanted: Wanted): Promise<Plan> {
  if (Object.keys(wanted).length === 0) throw new ToolError("What should change? Send the new values in set.");
  // Compare the versions last: a repeated call finds that the entries already have the values, although their versions
  // differ.
  const entries = await readEntries(context, references);
  if (entries.some(({ deletedAt }) => deletedAt !== null))
    throw new ToolError("A deleted entry cannot be edited. Restore it first.");
  const planned = await Promise.all(entries.map((entry) => planChange(context, entry, wanted)));
  const changes = entries.flatMap((entry, at) => {
    const set = planned[at] ?? {};
    return Object.keys(set).length === 0 ? [] : [{ entry, set }];
  });
  if (changes.length > 0) await demandUnchanged(context, entries, references);
  const bodies: Fields[] = changes.map(({ entry, set }) => ({ id: entry.id, version: entry.version, ...set }));
  const after = changes.map(({ entry, set }) => withEnd({ ...entry, ...set } as TimeEntry));
  const before = changes.map(({ entry }) => entry);
  const hasEnd = wanted.end !== undefined;
  const isDoubtful = (entry: TimeEntry, at: number) =>
    doubtOf(entry, context.zone, { hasEnd, formerSeconds: before[at]?.durationSeconds }) !== undefined;
  return {
    entries,
    before,
    after,
    set: bodies,
    mustAsk: after.some(isDoubtful),
    async write() {
      const { data } = await context.stint.timeEntries.updateBatch({ entries: await withTasks(context, bodies) });
      const former = changes.map(({ entry, set }) => {
        const names = Object.keys(set);
        return { id: entry.id, set: pick(entry, names), seen: pick(set, names) };
      });
      return { data, writes: [{ kind: "update", changes: former }], entries: data };
    },
  };
}

function withEnd(entry: TimeEntry): TimeEntry {
  const endMs = Date.parse(entry.startedAt) + entry.durationSeconds * 1000;
  return { ...entry, endedAt: new Date(endMs).toISOString() };
}

/** The API has no operation for both writes, so the first one is reversed if the second one fails. */
async function split(
  context: ToolContext,
  references: readonly Reference[],
  wanted: Wanted,
  at: string | undefined,
): Promise<Plan> {
  const entries = await readEntries(context, references);
  await demandUnchanged(context, entries, references);
  const [entry, another] = entries;
  if (entry === undefined || another !== undefined || at === undefined)
    throw new ToolError("A split needs one entry, and in at when its second part begins.");
  const { timeEntries } = context.stint;
  const { id, durationSeconds, userId } = entry;
  const { seconds, rest } = await planSplit(context, entry, at, wanted);
  return {
    entries,
    before: entries,
    after: [{ ...entry, durationSeconds: seconds }, { ...entry, ...rest } as TimeEntry].map(withEnd),
    set: { seconds, rest },
    // Otherwise, a split adds no time.
    mustAsk: ["day", "start", "end", "duration"].some((name) => name in wanted),
    async write(idempotencyKey) {
      const [body = rest] = await withTasks(context, [rest]);
      const owner = userId === context.me.user.id ? {} : { userId };
      const first = await timeEntries.update(id, { durationSeconds: seconds }, { ifMatch: entry });
      try {
        const second = await timeEntries.create({ ...body, ...owner, source: "mcp" }, { idempotencyKey });
        const longer = { id, set: { durationSeconds }, seen: { durationSeconds: seconds } };
        const writes: Write[] = [
          { kind: "delete", ids: [second.id] },
          { kind: "update", changes: [longer] },
        ];
        return { data: [first, second], writes, entries: [first, second] };
      } catch (error) {
        // Without a reply, the second part may exist: then only the person can decide.
        if (error instanceof ApiError)
          await timeEntries.update(id, { durationSeconds }, { ifMatch: first }).catch(() => {
            throw new ToolError(
              `The second part was refused, but the entry ends at ${quote(at)} now. Set its end again.`,
            );
          });
        throw error;
      }
    },
  };
}

/** Deletes the entries, or restores those that are deleted. */
async function remove(context: ToolContext, references: readonly Reference[], isRestored: boolean): Promise<Plan> {
  const entries = await readEntries(context, references, true);
  await demandUnchanged(context, entries, references);
  const others = isRestored ? [] : entries.filter(({ userId }) => userId !== context.me.user.id);
  if (others.length > 0)
    throw new ToolError(
      `Nothing was deleted: ${plural(others.length, "entry belongs", "entries belong")} to someone else, and this tool deletes only the person's own. Someone who may change them can delete them through the API.`,
    );
  const before = entries.filter(({ deletedAt }) => (deletedAt === null) !== isRestored);
  const ids = before.map(({ id }) => id);
  const { timeEntries } = context.stint;
  return {
    entries,
    before,
    after: isRestored ? before : [],
    set: undefined,
    mustAsk: !isRestored,
    async write(idempotencyKey) {
      if (!isRestored) {
        const { data } = await timeEntries.deleteBatch({ ids }, { idempotencyKey });
        return { data, writes: [{ kind: "restore", ids }] };
      }
      const { data } = await timeEntries.restoreBatch({ ids }, { idempotencyKey });
      return { data, writes: [{ kind: "delete", ids }], entries: data };
    },
  };
}
