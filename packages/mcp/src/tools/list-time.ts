import { entrySchema, showEntries } from "#src/names/entry-lines.ts";
import { filterFields, readFilter } from "#src/names/filter.ts";
import { readDays } from "#src/names/periods.ts";
import { cursor, flag, number, object, out, period, responseFormat, type ValueOf } from "#src/protocol/schema.ts";
import { type ToolContext, type Result, tool } from "#src/protocol/tool.ts";
import { fit } from "#src/text/fit.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import { plural } from "@stint/grammar/plural.ts";

const input = object({
  period,
  ...filterFields,
  include_deleted: flag("Also deleted entries, which change_time can restore for 30 days."),
  limit: number("How many at most; 50 by default.", 1, 100),
  cursor,
  response_format: responseFormat,
});

export const listTimeTool = tool({
  name: "list_time",
  title: "List time",
  description:
    "Time entries of a period, newest first, with the entry and version that change_time needs. Totals of many entries are cheaper with report.",
  input,
  output: out.object({
    person: out.text,
    from: out.text,
    to: out.text,
    time_zone: out.text,
    entries: out.list(entrySchema),
    shown_duration: out.text,
    next_cursor: out.textOrNull,
  }),
  scopes: ["time-entries:read", "projects:read"],
  effect: "reads",
  run: (context, args) => fit(args.limit ?? 50, (limit) => readPage(context, args, limit)),
});

async function readPage(context: ToolContext, args: ValueOf<typeof input>, limit: number): Promise<Result> {
  const { stint, zone } = context;
  const days = readDays(context, args.period ?? "today");
  const { person, query } = await readFilter(context, args);
  const page = await stint.timeEntries.list({
    ...days,
    tz: zone,
    limit,
    ...query,
    includeDeleted: args.include_deleted === true || undefined,
    cursor: args.cursor,
  });
  const entries = await showEntries(context, page.data, args.response_format === "detailed");
  const seconds = page.data.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const shown = plural(entries.length, "entry", "entries");
  const summary =
    page.nextCursor === null
      ? `${shown}, ${exactDuration(seconds)}.`
      : `${shown} of more, and ${exactDuration(seconds)} is the sum of only these: pass next_cursor as cursor with the same arguments, or call report for the sum of all.`;
  return {
    data: {
      person,
      ...days,
      time_zone: zone,
      entries,
      shown_duration: exactDuration(seconds),
      next_cursor: page.nextCursor,
    },
    summary,
  };
}
