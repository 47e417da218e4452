import { amountText, currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { intervals, toApiGroups } from "@stint/grammar/groupings.ts";
import type { Summary } from "@stint/sdk";
import { filterFields, readFilter } from "#src/names/filter.ts";
import { readDays } from "#src/names/periods.ts";
import { choice, flag, list, object, out, period, responseFormat, text } from "#src/protocol/schema.ts";
import { type ToolContext, tool } from "#src/protocol/tool.ts";
import { demandScopes, ToolError } from "#src/protocol/tool-error.ts";
import { fit } from "#src/text/fit.ts";
import { clean } from "#src/text/mark.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";

const groupings = ["project", "client", "task", "person", "tag", "billable", "team", "source", ...intervals] as const;

const maxGroups = 60;
const maxBudgets = 50;
const sums = {
  duration: out.text,
  seconds: out.number,
  entries: out.number,
  billable: out.text,
  amount: { ...out.numberOrNull, description: "What the billable time is worth at its rates, billed or not." },
};
const named = { name: out.text, ...sums };
const group = out.object({ ...named, groups: out.list(out.object(named)) }, "groups");
const budgetSchema = out.object({
  project: out.text,
  kind: out.text,
  period: out.text,
  from: out.textOrNull,
  to: out.textOrNull,
  limit: out.text,
  used: out.text,
  remaining: out.text,
  used_percent: out.number,
  status: out.text,
  used_up_on: out.textOrNull,
});

export const reportTool = tool({
  name: "report",
  title: "Report",
  description:
    "Sums of time in a period by project, client, person, day and so on; with budgets: true, also how much is left of each project's budget (send project for a single one). What was billed: billing.",
  input: object({
    period,
    group_by: list(
      "One or two groupings, the outer one first; project by default. At most one of day, week and month.",
      choice("A grouping.", groupings),
      2,
    ),
    ...filterFields,
    person: text(
      "me, everyone whom the key may see, or a name. By default me or, with client or budgets, everyone.",
      "me",
      "everyone",
      "Ada",
    ),
    billed: flag("Only time that has been billed, or only time that has not."),
    budgets: flag("Also the budgets of the projects: limit, used, remaining. Needs the scope costs:read."),
    response_format: responseFormat,
  }),
  output: out.object(
    {
      person: out.text,
      from: out.text,
      to: out.text,
      time_zone: out.text,
      currency: out.text,
      totals: out.object(sums),
      groups: out.list(group),
      left_out_groups: out.number,
      budgets: out.list(budgetSchema),
      left_out_budgets: out.number,
    },
    "budgets",
    "left_out_budgets",
  ),
  scopes: ["reports:read", "projects:read"],
  effect: "reads",
  async run(context, args) {
    const { stint, zone, weekStart } = context;
    const days = readDays(context, args.period ?? "this month");
    const grouped = toApiGroups(args.group_by ?? ["project"]);
    if (grouped === undefined) throw new ToolError("Group by only one of day, week and month.");
    if (args.budgets === true) demandScopes(context, "A report without budgets works; with budgets, it", "costs:read");
    const usual = args.client !== undefined || args.budgets === true ? "everyone" : "me";
    const { person, query } = await readFilter(context, { ...args, person: args.person ?? usual });
    const summary = await stint.reports.summary({
      ...days,
      tz: zone,
      ...query,
      billed: args.billed,
      ...grouped,
      weekStart,
    });
    const budgets = args.budgets === true ? await readBudgets(context, query) : undefined;
    const isDetailed = args.response_format === "detailed";
    return fit(isDetailed ? maxGroups * 2 : maxGroups, async (most) => {
      const left = Math.max(0, summary.groups.length - most);
      const leftBudgets = Math.max(0, (budgets ?? []).length - maxBudgets);
      return {
        data: {
          person,
          ...days,
          time_zone: zone,
          currency: summary.currency,
          totals: showSums(summary.totals, summary.currency),
          groups: summary.groups.slice(0, most).map((each) => showGroup(each, summary.currency, isDetailed ? 40 : 15)),
          left_out_groups: left,
          ...(budgets === undefined ? {} : { budgets: budgets.slice(0, maxBudgets), left_out_budgets: leftBudgets }),
        },
        summary: [
          sayAmount(summary, args.billed),
          left > 0 ? "Some groups are left out: narrow the period or the filter." : "",
          leftBudgets > 0 ? "Some budgets are left out: send project or client." : "",
          budgets?.length === 0 ? "The requested projects have no budget." : "",
        ]
          .filter((line) => line !== "")
          .join("\n"),
      };
    });
  },
});

/** Says what amounts are, because they are easily taken for what was billed. */
function sayAmount({ totals }: Pick<Summary, "totals">, billed: boolean | undefined): string {
  if (totals.amountMinor === undefined) return "";
  const which = billed === undefined ? "billed or not" : billed ? "billed" : "not billed";
  return `amount is what billable time is worth, ${which}.`;
}

type Sums = Pick<Summary["totals"], "seconds" | "billableSeconds" | "entries" | "amountMinor">;

function showSums({ seconds, billableSeconds, entries, amountMinor }: Sums, currency: string) {
  return {
    duration: exactDuration(seconds),
    seconds,
    entries,
    billable: exactDuration(billableSeconds),
    amount: amountOf({ amountMinor }, currency),
  };
}

export const amountOf = ({ amountMinor }: Pick<Sums, "amountMinor">, currency: string): number | null =>
  amountMinor === undefined ? null : amountMinor / 10 ** currencyDecimals(currency);

type Group = Sums & Pick<Summary["groups"][number], "key" | "name"> & { groups?: readonly Group[] | undefined };

/** Shows a group with at most `most` of the groups in it. */
function showGroup({ name, key, groups, ...own }: Group, currency: string, most: number): object {
  return {
    name: clean(name ?? key ?? "none", 120),
    ...showSums(own, currency),
    ...(groups && { groups: groups.slice(0, most).map((each) => showGroup(each, currency, most)) }),
  };
}

async function readBudgets(
  { stint }: ToolContext,
  { projectId, clientId }: Awaited<ReturnType<typeof readFilter>>["query"],
) {
  const query = { budgetStatus: ["ok", "warning", "exceeded"], projectId, clientId } as const;
  const { projects, currency } = await stint.reports.costs(query);
  return projects.flatMap(({ name, budget }) => {
    if (budget === null) return [];
    const { kind, limit, used, remaining } = budget;
    const shown = (value: number) => (kind === "time" ? exactDuration(value) : amountText(value, currency));
    return {
      project: clean(name),
      kind,
      period: budget.period,
      from: budget.periodStart,
      to: budget.periodEnd,
      limit: shown(limit),
      used: shown(used),
      remaining: shown(remaining),
      used_percent: budget.usedPercent,
      status: budget.status,
      used_up_on: budget.forecast.exhaustsOn,
    };
  });
}
