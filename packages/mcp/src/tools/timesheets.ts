import { addDays } from "@stint/grammar/days.ts";
import { plural } from "@stint/grammar/plural.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import type { Timesheet } from "@stint/sdk";
import { everyone } from "#src/names/filter.ts";
import { findPerson } from "#src/names/find.ts";
import { readDays } from "#src/names/periods.ts";
import { list, object, out, text } from "#src/protocol/schema.ts";
import { type Question, type Result, tool, type ToolContext } from "#src/protocol/tool.ts";
import { demandScope, ToolError } from "#src/protocol/tool-error.ts";
import { clean, quote } from "#src/text/mark.ts";
import { askFirst, keyOf, showFirst } from "#src/writing/confirm.ts";

const maxShown = 100;

export const timesheetsTool = tool({
  name: "timesheets",
  title: "Timesheets",
  description:
    "Who has handed in their timesheet of a period and who has not, with its state. With submit, hands in timesheets: the first call returns a preview and a token; after the person has agreed, the same call with the token submits. Approving, rejecting and reopening are done in the dashboard.",
  input: object({
    period: text(
      "The days whose timesheets are meant; by default the last whole week or month.",
      "last week",
      "october",
    ),
    person: text("everyone whom the key may see (the default), me, or a name.", "me", "Ada"),
    submit: list(
      "The timesheets to hand in, as an earlier call returned them.",
      text("A timesheet.", "sheet_0199w20260302"),
      50,
    ),
    token: text("The token of the first call, with otherwise the same arguments."),
  }),
  output: out.object({
    message: out.text,
    person: out.text,
    from: out.textOrNull,
    to: out.textOrNull,
    not_handed_in: out.texts,
    timesheets: out.list(
      out.object({
        timesheet: out.text,
        person: out.text,
        from: out.text,
        to: out.text,
        status: out.text,
        duration: out.text,
        note: out.text,
      }),
    ),
    left_out_timesheets: out.number,
    token: out.textOrNull,
    token_expires_at: out.textOrNull,
  }),
  scopes: ["timesheets:read"],
  effect: "adds",
  async run(context, { period, person = "everyone", submit: ids = [], token }) {
    const { approvals, weekStart } = context.me.organization;
    if (approvals === null)
      throw new ToolError(
        "This organization has no timesheets. An owner can turn them on in the dashboard, in the settings.",
      );
    if (ids.length > 0) return submit(context, ids, token);
    const days = readDays(context, period ?? `last ${approvals.period}`, period === undefined ? weekStart : undefined);
    const of = person === "everyone" ? undefined : await findPerson(context, person);
    // A timesheet that covers the first day can begin up to a month earlier.
    const grid = await context.stint.timesheets.grid({ from: addDays(days.from, -31), to: days.to, userId: of?.id });
    const sheets = grid.data.flatMap(({ userName, timesheets }) =>
      timesheets.filter(({ periodEnd }) => periodEnd >= days.from).map((sheet) => ({ ...sheet, userName })),
    );
    const missing = sheets.filter(isOpen);
    const whose = of === undefined ? everyone : clean(of.name);
    return result(`Not handed in: ${missing.length} of ${plural(sheets.length, "timesheet")}.`, whose, {
      ...days,
      sheets: [...missing, ...sheets.filter((sheet) => !isOpen(sheet))],
    });
  },
});

type Named = Timesheet & { userName: string };

const isOpen = ({ status }: Timesheet): boolean => status === "open" || status === "rejected";

function result(
  message: string,
  person: string,
  shown: { from?: string; to?: string; sheets: readonly Named[] },
): Result {
  const { from = null, to = null, sheets } = shown;
  const names = new Set(sheets.filter(isOpen).map(({ userName }) => clean(userName)));
  return {
    data: {
      message,
      person,
      from,
      to,
      not_handed_in: [...names],
      timesheets: sheets.slice(0, maxShown).map(({ id, userName, periodStart, periodEnd, status, seconds, note }) => ({
        timesheet: id,
        person: clean(userName),
        from: periodStart,
        to: periodEnd,
        status,
        duration: exactDuration(seconds),
        note: clean(note ?? ""),
      })),
      left_out_timesheets: Math.max(0, sheets.length - maxShown),
      token: null,
      token_expires_at: null,
    },
  };
}

async function submit(
  context: ToolContext,
  ids: readonly string[],
  token: string | undefined,
): Promise<Result | Question> {
  const { stint, me, names } = context;
  demandScope(context, "timesheets:write", "Submitting needs");
  const named = async (sheet: Timesheet): Promise<Named> => {
    const name = sheet.userId === me.user.id ? me.user.name : (await names.people()).get(sheet.userId);
    return { ...sheet, userName: name ?? "somebody else" };
  };
  const sheets = await Promise.all(ids.map(async (id) => named(await stint.timesheets.get(id))));
  const whose = [...new Set(sheets.map(({ userName }) => clean(userName)))].join(", ");
  const open = sheets.filter(isOpen);
  if (open.length === 0) return result("Nothing to submit: it has already been handed in.", whose, { sheets });
  const what = open.map(({ id, version }) => ({ id, version }));
  const count = plural(open.length, "timesheet");
  const lines = open.map(
    ({ userName, periodStart, periodEnd, seconds }) =>
      `${quote(userName)}: ${periodStart} to ${periodEnd}, ${exactDuration(seconds)}`,
  );
  const asked = askFirst(
    context,
    { tool: "timesheets", what },
    { token, question: [`Submit ${count}?`, ...lines].join("\n") },
  );
  if ("ask" in asked) return asked.ask;
  if ("preview" in asked) {
    const { data } = result(`Submit ${count}? Their entries will be locked. ${showFirst}`, whose, { sheets: open });
    return { data: { ...data, ...asked.preview } };
  }
  const { data } = await stint.timesheets.submitBatch({ timesheets: what }, { idempotencyKey: keyOf(asked.permitted) });
  const message = `Submitted: ${count}. Until somebody decides on them, they can be withdrawn in the dashboard.`;
  return result(message, whose, { sheets: await Promise.all(data.map(named)) });
}
