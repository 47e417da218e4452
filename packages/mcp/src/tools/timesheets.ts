import { addDays } from "@stint/grammar/days.ts";
import { plural } from "@stint/grammar/plural.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import type { Timesheet } from "@stint/sdk";
import { everyone } from "#src/names/filter.ts";
import { findPerson } from "#src/names/find.ts";
import { readDays } from "#src/names/periods.ts";
import { flag, object, out, text } from "#src/protocol/schema.ts";
import { tool } from "#src/protocol/tool.ts";
import { demandScopes, tooOld, ToolError } from "#src/protocol/tool-error.ts";
import { fit } from "#src/text/fit.ts";
import { clean, quote } from "#src/text/mark.ts";
import { askFirst, keyOf, type Permit, showFirst } from "#src/writing/confirm.ts";

const maxShown = 100;

export const timesheetsTool = tool({
  name: "timesheets",
  title: "Timesheets",
  description:
    "Who has handed in their timesheet of a period and who has not, with its state. With submit, hands in one's own or another person's: the first call returns a preview and a token; after the person has agreed, the same call with the token submits. Approving, rejecting and reopening are done in the dashboard.",
  input: object({
    period: text(
      "The days whose timesheets are meant; by default the last whole week or month.",
      "last week",
      "october",
    ),
    person: text("everyone whom the key may see (the default, but not with submit), me, or a name.", "me", "Ada"),
    submit: flag("Submit those of the timesheets that are open or were sent back."),
    token: text("The token of the first call, with otherwise the same arguments."),
  }),
  output: out.object({
    message: out.text,
    person: out.text,
    from: out.text,
    to: out.text,
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
  async run(context, { period, submit = false, person = submit ? "me" : "everyone", token }) {
    const { stint, me } = context;
    const { approvals, weekStart } = me.organization;
    // Older servers do not say.
    if (approvals === undefined) throw new ToolError(tooOld("timesheets"));
    if (approvals === null)
      throw new ToolError(
        "This organization has no timesheets. An owner can turn them on in the dashboard, in the settings.",
      );
    if (submit) demandScopes(context, "Submitting", "timesheets:write");
    if (submit && person === "everyone") throw new ToolError("Submit the timesheets of one person at a time.");
    // Timesheets have the weeks of the organization, whatever the person prefers.
    const days = readDays({ ...context, weekStart }, period ?? `last ${approvals.period}`);
    const of = person === "everyone" ? undefined : await findPerson(context, person);
    // A timesheet that covers the first day can begin up to a month earlier.
    const { data } = await stint.timesheets.grid({ from: addDays(days.from, -31), to: days.to, userId: of?.id });
    const all = data.flatMap(({ userName, timesheets }) =>
      timesheets.flatMap((sheet) => (sheet.periodEnd < days.from ? [] : { ...sheet, userName })),
    );
    const open = all.filter(isOpen);
    const result = (message: string, sheets: readonly Named[], permit?: Permit) => {
      const missing = new Set(sheets.filter(isOpen).map(({ userName }) => clean(userName)));
      return fit(maxShown, async (most) => ({
        data: {
          message,
          person: of === undefined ? everyone : clean(of.name),
          ...days,
          not_handed_in: [...missing].slice(0, 10 * most),
          timesheets: sheets.slice(0, most).map(show),
          left_out_timesheets: Math.max(0, sheets.length - most),
          ...(permit ?? { token: null, token_expires_at: null }),
        },
      }));
    };
    if (!submit || open.length === 0)
      return result(`Not handed in: ${open.length} of ${plural(all.length, "timesheet")}.`, [
        ...open,
        ...all.filter((sheet) => !isOpen(sheet)),
      ]);
    const what = open.map(({ id, version }) => ({ id, version }));
    const question = `Submit ${plural(open.length, "timesheet")}? Their entries will be locked.`;
    const lines = open.map((each) => `${quote(each.userName)}: ${each.periodStart} to ${each.periodEnd}`);
    const intent = { tool: "timesheets", what };
    const asked = askFirst(context, intent, { token, question: [question, ...lines].join("\n") });
    if ("ask" in asked) return asked.ask;
    if ("preview" in asked) return result(`${question} ${showFirst}`, open, asked.preview);
    const sent = await stint.timesheets.submitBatch({ timesheets: what }, { idempotencyKey: keyOf(asked.permitted) });
    return result(
      "Submitted. Until they are approved, they can be withdrawn in the dashboard.",
      sent.data.map((sheet, at) => ({ ...sheet, userName: open[at]?.userName ?? "" })),
    );
  },
});

type Named = Timesheet & { userName: string };

const isOpen = ({ status }: Timesheet): boolean => status === "open" || status === "rejected";

const show = ({ id, userName, periodStart, periodEnd, status, seconds, note }: Named) => ({
  timesheet: id,
  person: clean(userName),
  from: periodStart,
  to: periodEnd,
  status,
  duration: exactDuration(seconds),
  note: clean(note ?? ""),
});
