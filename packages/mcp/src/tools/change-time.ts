import { pick } from "@stint/offline/fields.ts";
import { doubtOf } from "@stint/grammar/doubtful-time.ts";
import type { TimeEntry, UpdateTimeEntriesBody } from "@stint/sdk";
import { withTasks } from "#src/names/find.ts";
import { entrySchema, lineOf, showEntries } from "#src/names/entry-lines.ts";
import { choice, list, object, out, signed, text } from "#src/protocol/schema.ts";
import { type ToolContext, type Question, type Result, tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { plural } from "@stint/grammar/plural.ts";
import { askFirst, keyOf } from "#src/writing/confirm.ts";
import {
  planChange,
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
    "Edits, deletes or restores time entries that list_time returned, or undoes an earlier write by its undo reference. Deletes only the person's own entries. Deletions, changes of several entries and of other people's entries, and ends on the next day or more than 12 hours after the start need two calls: the first returns a preview and a token and writes nothing; after the person has agreed, the same call with the token writes. All entries are changed, or none.",
  input: object(
    {
      action: choice("What to do.", ["edit", "delete", "restore", "undo"]),
      entries: list("The entries; not with undo.", reference, 100),
      set: { ...wantedFields, description: "With edit: the new values; what is left out stays." },
      undo: signed("With undo: the reference that the write returned."),
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
  async run(context, args) {
    if (args.action === "undo") {
      if (args.undo === undefined) throw new ToolError("Send the undo reference that the write returned.");
      return done(context, await undo(context, args.undo), [], null);
    }
    if (args.entries === undefined || args.entries.length === 0)
      throw new ToolError("Which entries? list_time returns them.");
    if (args.action === "edit" && Object.keys(args.set ?? {}).length === 0)
      throw new ToolError("What should change? Send the new values in set.");
    if (args.action === "edit") return edit(context, args.entries, args.set ?? {}, args.token);
    const entries = await readEntries(context, args.entries, { isDeleted: true });
    return args.action === "delete" ? remove(context, entries, args.token) : restore(context, entries, args.token);
  },
});

type Fields = UpdateTimeEntriesBody["entries"][number];

async function edit(
  context: ToolContext,
  references: readonly Reference[],
  wanted: Wanted,
  token: string | undefined,
): Promise<Result | Question> {
  // Compare the versions last: a repeated call finds that the entries already have the values, although their versions
  // differ.
  const entries = await readEntries(
    context,
    references.map(({ entry }) => ({ entry })),
  );
  if (entries.some(({ deletedAt }) => deletedAt !== null))
    throw new ToolError("A deleted entry cannot be edited. Restore it first.");
  const planned = await Promise.all(entries.map((entry) => planChange(context, entry, wanted)));
  const changes = entries.flatMap((entry, at) => {
    const set = planned[at] ?? {};
    return Object.keys(set).length === 0 ? [] : [{ entry, set }];
  });
  if (changes.length === 0)
    return done(context, "Nothing to change: the entries already have these values.", entries, null);
  await readEntries(context, references);
  const bodies: Fields[] = changes.map(({ entry, set }) => ({ id: entry.id, version: entry.version, ...set }));
  const after = changes.map(({ entry, set }) => withEnd({ ...entry, ...set } as TimeEntry));
  const before = changes.map(({ entry }) => entry);
  const hasEnd = wanted.end !== undefined;
  const isDoubtful = (entry: TimeEntry, at: number) =>
    doubtOf(entry, context.zone, { hasEnd, formerSeconds: before[at]?.durationSeconds }) !== undefined;
  if (before.length > 1 || isOfOthers(context, before) || after.some(isDoubtful)) {
    const asked = await consent(context, { action: "edit", what: bodies, before, after, token });
    if ("result" in asked) return asked.result;
  }
  const { data } = await context.stint.timeEntries.updateBatch({ entries: await withTasks(context, bodies) });
  const former = changes.map(({ entry, set }) => {
    const names = Object.keys(set);
    return { id: entry.id, set: pick(entry, names), seen: pick(set, names) };
  });
  const reversal: Reversal = { writes: [{ kind: "update", changes: former }], entries: data };
  return done(context, `Changed: ${plural(data.length, "entry", "entries")}.`, data, undoReference(context, reversal));
}

const isOfOthers = ({ me }: ToolContext, entries: readonly TimeEntry[]): boolean =>
  entries.some(({ userId }) => userId !== me.user.id);

function withEnd(entry: TimeEntry): TimeEntry {
  const endMs = Date.parse(entry.startedAt) + entry.durationSeconds * 1000;
  return { ...entry, endedAt: new Date(endMs).toISOString() };
}

async function remove(
  context: ToolContext,
  entries: TimeEntry[],
  token: string | undefined,
): Promise<Result | Question> {
  const others = entries.filter(({ userId }) => userId !== context.me.user.id);
  if (others.length > 0)
    throw new ToolError(
      `Nothing was deleted: ${plural(others.length, "entry belongs", "entries belong")} to someone else, and this tool deletes only the person's own. Someone who may change them can delete them through the API.`,
    );
  const left = entries.filter(({ deletedAt }) => deletedAt === null);
  if (left.length === 0) return done(context, "Nothing to delete: it has already been deleted.", entries, null);
  const what = left.map(({ id, version }) => ({ id, version }));
  const asked = await consent(context, { action: "delete", what, before: left, after: [], token });
  if ("result" in asked) return asked.result;
  const ids = left.map(({ id }) => id);
  const { data } = await context.stint.timeEntries.deleteBatch({ ids }, { idempotencyKey: keyOf(asked.permitted) });
  const message = `Deleted: ${plural(data.length, "entry", "entries")}. They can be restored for 30 days.`;
  return done(context, message, data, undoReference(context, { writes: [{ kind: "restore", ids }] }));
}

async function restore(
  context: ToolContext,
  entries: TimeEntry[],
  token: string | undefined,
): Promise<Result | Question> {
  const gone = entries.filter(({ deletedAt }) => deletedAt !== null);
  if (gone.length === 0) return done(context, "Nothing to restore: it is not deleted.", entries, null);
  const ids = gone.map(({ id }) => id);
  const what = gone.map(({ id, version }) => ({ id, version }));
  let idempotencyKey = keyOf(JSON.stringify(["restore", what]));
  if (gone.length > 1 || isOfOthers(context, gone)) {
    const asked = await consent(context, { action: "restore", what, before: gone, after: gone, token });
    if ("result" in asked) return asked.result;
    idempotencyKey = keyOf(asked.permitted);
  }
  const { data } = await context.stint.timeEntries.restoreBatch({ ids }, { idempotencyKey });
  const reversal: Reversal = { writes: [{ kind: "delete", ids }], entries: data };
  const undoRef = isOfOthers(context, data) ? null : undoReference(context, reversal);
  return done(context, `Restored: ${plural(data.length, "entry", "entries")}.`, data, undoRef);
}

interface Proposal {
  action: "edit" | "delete" | "restore";
  /** The proposed write, including the versions that it replaces. */
  what: unknown;
  before: TimeEntry[];
  after: TimeEntry[];
  token: string | undefined;
}

async function consent(
  context: ToolContext,
  { action, what, before, after, token }: Proposal,
): Promise<{ permitted: string } | { result: Result | Question }> {
  const [old, next] = [await showEntries(context, before), await showEntries(context, after)];
  const lines = [...old.map((each) => `- ${lineOf(each)}`), ...next.map((each) => `+ ${lineOf(each)}`)];
  const count = plural(before.length, "time entry", "time entries");
  const question = `${{ edit: "Change", delete: "Delete", restore: "Restore" }[action]} ${count}?`;
  const intent = { tool: "change_time", what: { action, what } };
  const asked = askFirst(context, intent, { token, question: [question, ...lines].join("\n") });
  if ("permitted" in asked) return asked;
  if ("ask" in asked) return { result: asked.ask };
  const message = `${question} Nothing has been written yet. Show this to the person; if they agree, repeat the call with the token within 15 minutes.`;
  const { token: made, expiresAt } = asked.preview;
  const data = { done: false, before: old, entries: next, message, token: made, token_expires_at: expiresAt };
  return { result: { data: { ...data, undo: null } } };
}

async function done(
  context: ToolContext,
  message: string,
  changed: TimeEntry[],
  undoRef: string | null,
): Promise<Result> {
  const entries = await showEntries(context, changed);
  return {
    data: { done: true, before: [], entries, message, token: null, token_expires_at: null, undo: undoRef },
    ...(undoRef === null ? {} : { summary: reversible }),
  };
}
