import { taskToMake } from "@stint/grammar/choose-project.ts";
import { longestSeconds } from "@stint/grammar/place-items.ts";
import { withTasks } from "#src/names/find.ts";
import { entrySchema, lineOf, showEntries } from "#src/names/entry-lines.ts";
import { list, object, out, text } from "#src/protocol/schema.ts";
import { type ToolContext, type Result, tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import { plural } from "@stint/grammar/plural.ts";
import { askFirst, keyOf, permit } from "#src/writing/confirm.ts";
import { compare } from "#src/writing/compare.ts";
import { draft, type Drafted, sayWhole, typedEntry } from "#src/writing/draft.ts";
import { readLocks } from "#src/writing/locks.ts";
import { readText } from "#src/writing/read-text.ts";
import { readOneDay } from "#src/names/periods.ts";
import { reversible, undoReference } from "#src/writing/undo.ts";

const maxEntries = 100;
const person = text(
  "Whose time it is: me (the default), or the name of someone whose time the key may write.",
  "me",
  "Ada",
);

const span = { day: out.text, start: out.text, end: out.text, duration: out.text };
const said = {
  ...span,
  project: out.text,
  client: out.text,
  task: out.text,
  description: out.text,
  tags: out.texts,
  billable: out.flag,
};

export const draftTimeTool = tool({
  name: "draft_time",
  title: "Draft time entries",
  description:
    'Reads a typed day, or a list of entries, and says what would be written: a table with gaps, overlaps, locked days and unresolved names. Writes nothing. Show the person the table; then apply_draft writes the returned entries with the token. A text is like "9-10:30 @Website landing page #design, 45m @Acme/Support mail": items are separated by commas, semicolons or lines, @ is followed by a project, project/task or client, # by a tag. A name of several words is written whole (@Patient booking/Design) or in quotes (@"Patient booking", #"on site"). An item without a project is for that of the item before it.',
  input: object({
    text: {
      ...text("A typed day.", "yesterday 9-10:30 @Website landing page, 45m @Support mail"),
      maxLength: 20_000,
    },
    entries: list("Or a list of entries.", typedEntry, maxEntries),
    day: text("The day of items without one; today by default.", "yesterday", "2026-03-02"),
    person,
  }),
  output: out.object({
    entries: out.list(out.object(said, ...Object.keys(said))),
    problems: out.list(out.object({ item: out.number, problem: out.text })),
    gaps: out.list(out.object(span)),
    overlaps: out.list(out.object({ ...span, with: out.text })),
    total: out.text,
    token: out.textOrNull,
    token_expires_at: out.textOrNull,
  }),
  scopes: ["time-entries:read", "projects:read"],
  effect: "reads",
  async run(context, args) {
    if ((args.text === undefined) === (args.entries === undefined)) throw new ToolError("Send either text or entries.");
    const day = args.day === undefined ? context.today : readOneDay(context, args.day);
    const isText = args.entries === undefined;
    const typed = args.entries ?? (await readText(context, args.text ?? "", day));
    if (typed.length === 0)
      throw new ToolError("The draft contains no entry. Send a text such as: 9-10:30 @Website review");
    if (typed.length > maxEntries) throw new ToolError(`At most ${maxEntries} entries at once. Draft them day by day.`);
    const drafts = await draft(context, typed, { day, person: args.person, isText });
    const { drafted, existing } = drafts;
    const lockAt = await readLocks(context, drafts);
    const problems = drafted.flatMap((each, at) => {
      const problem = lockAt(each.startMs) ?? each.problem;
      return problem === undefined ? [] : [{ item: at + 1, problem }];
    });
    const permitted = problems.length > 0 ? undefined : permit(context, intentOf(drafted));
    const { gaps, overlaps } = compare(context, drafted, existing);
    const total = exactDuration(drafted.reduce((sum, { seconds }) => sum + seconds, 0));
    const next =
      permitted === undefined
        ? "Nothing can be applied until the problems are solved. Correct the entries and draft again."
        : "Nothing has been written yet. Show this to the person; if they agree, call apply_draft with the same entries and the token.";
    const long = drafted.flatMap(({ seconds }, at) => (seconds > longestSeconds ? [at + 1] : []));
    const doubt =
      long.length === 0 ? "" : ` Ask whether it is right that entry ${long.join(", ")} lasts more than 12 hours.`;
    return {
      data: {
        entries: drafted.map((each) => sayWhole(each, context)),
        problems,
        gaps,
        overlaps,
        total,
        ...(permitted ?? { token: null, token_expires_at: null }),
      },
      summary: next + doubt,
    };
  },
});

/** Returns the intent to write the entries exactly as the draft shows them. */
const intentOf = (drafted: readonly Drafted[]) => ({
  tool: "apply_draft",
  // In a repeated call, the task General already exists, but the intent must be the same as in the first call.
  what: drafted.map(({ resolved, task }) =>
    task === "General" && resolved !== undefined ? { ...resolved, taskId: taskToMake } : resolved,
  ),
});

export const applyDraftTool = tool({
  name: "apply_draft",
  title: "Write drafted entries",
  description:
    "Writes the entries of a draft, all or none. Needs exactly the entries that draft_time returned, and its token, after the person has seen and accepted them. Undoable.",
  input: object(
    {
      entries: list("The entries, as draft_time returned them.", typedEntry, maxEntries),
      token: text("The token of draft_time. Only clients that ask the person themselves may leave it out."),
      person,
    },
    ["entries"],
  ),
  output: out.object({ written: out.list(entrySchema), total: out.text, undo: out.text }),
  scopes: ["time-entries:read", "time-entries:write", "projects:read"],
  effect: "adds",
  async run(context, { entries, token, person: whose }) {
    if (entries.length === 0) throw new ToolError("There are no entries. Draft them with draft_time first.");
    const { drafted } = await draft(context, entries, { person: whose });
    const problem = drafted.findIndex((each) => each.problem !== undefined);
    if (problem >= 0)
      throw new ToolError(
        `Nothing was written: entry ${problem + 1} has a problem: ${drafted[problem]?.problem ?? ""} Draft again.`,
      );
    const intent = intentOf(drafted);
    const question = [
      `Write ${plural(drafted.length, "time entry", "time entries")}?`,
      ...drafted.map((each, at) => `${at + 1}. ${lineOf(sayWhole(each, context))}`),
    ].join("\n");
    const asked = askFirst(context, intent, { token, question });
    if ("ask" in asked) return asked.ask;
    if ("preview" in asked)
      throw new ToolError(
        "Nothing was written. The token of draft_time is missing: call draft_time with these entries, show the person the result, then call apply_draft with the entries and the token that it returned.",
      );
    return write(context, drafted, keyOf(asked.permitted));
  },
});

async function write(context: ToolContext, drafted: readonly Drafted[], idempotencyKey: string): Promise<Result> {
  const { stint, me } = context;
  const bodies = drafted.flatMap(({ resolved }) => {
    if (resolved === undefined) return [];
    const { userId, ...rest } = resolved;
    return [{ ...rest, source: "mcp" as const, ...(userId === me.user.id ? {} : { userId }) }];
  });
  const entries = await withTasks(context, bodies);
  const { data } = await stint.timeEntries.createBatch({ entries }, { idempotencyKey });
  const written = await showEntries(context, data);
  const total = exactDuration(data.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0));
  const undo = undoReference(context, { writes: [{ kind: "delete", ids: data.map(({ id }) => id) }], entries: data });
  return {
    data: { written, total, undo },
    summary: `Written: ${plural(written.length, "entry", "entries")}, ${total}. ${reversible}`,
  };
}
