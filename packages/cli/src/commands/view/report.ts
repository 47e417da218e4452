import { amountText } from "@stint/grammar/currency-decimals.ts";
import { findBest } from "@stint/grammar/find-by-name.ts";
import { findZone } from "@stint/grammar/find-zone.ts";
import { toApiGroups } from "@stint/grammar/groupings.ts";
import type { Days } from "@stint/grammar/read-period.ts";
import { noteWaiting } from "#src/action/act.ts";
import { openFresh } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import { type Context, note, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { duration, wholeDuration } from "#src/output/words.ts";
import type { Grouping } from "#src/report/groupings.ts";
import { type Sums, summarize } from "#src/report/summarize.ts";
import { entriesOfDays, secondsOf } from "#src/store/view.ts";
import type { Store } from "#src/store/store.ts";
import { readFilter, readSelection } from "#src/typed/filter.ts";
import { readTypedPeriod } from "#src/typed/instants.ts";

type ReportFlags = Flags<"report">;

export async function reportSums(this: Context, flags: ReportFlags, ...words: string[]): Promise<void> {
  const { tz, json, csv, fresh } = flags;
  using data = await openFresh(this, fresh);
  const zone = tz === undefined ? data.zone : findZone(tz);
  if (zone === undefined) throw wrongInput(`"${tz}" is not a time zone.`, "Use one like Europe/Berlin.");
  const groupings = [...new Set(flags.by)];
  const [by = "project", then, ...more] = groupings;
  if (more.length > 0) throw wrongInput("A report has at most two groupings.", "Such as --by project,day.");
  const store = { ...data, zone };
  const isOfOthers = flags.everyone || flags.user !== undefined;
  if (flags.everyone && flags.user !== undefined) throw wrongInput("Use --everyone or --user, not both.");
  if (flags.budgets && (isOfOthers || words.length > 0))
    throw wrongInput("Budgets are those of today, used up by everyone.", "Omit the period, --everyone and --user.");
  if (flags.budgets) return await listBudgets(this, store, flags);
  const { from, to } = readTypedPeriod(words, store, "week");
  const entries = isOfOthers ? [] : entriesOfDays(store, { from, to }).filter(readFilter(store, flags));
  const { totals, groups } = isOfOthers
    ? await summarizeOthers(this, store, { from, to }, groupings, flags)
    : summarize(entries, by, store, then);
  if (json !== undefined) {
    const whole = { from, to, tz: zone, groupBy: then === undefined ? by : [by, then], totals, groups };
    writeJson(this, whole, json);
  } else {
    const rows = groups.flatMap((group) =>
      (group.groups ?? [group]).map((inner) => ({ ...inner, inner: nameIn(inner), outer: nameIn(group) })),
    );
    const timeOf = csv ? wholeDuration : duration;
    // No two columns may have the same name.
    const billed = by === "billable" || then === "billable" ? "billable time" : "billable";
    const cells = {
      [by]: ({ outer }: Row) => outer,
      ...(then === undefined ? {} : { [then]: ({ inner }: Row) => inner }),
      time: ({ seconds }: Row) => timeOf(seconds),
      [billed]: ({ billableSeconds }: Row) => timeOf(billableSeconds),
    };
    const total = { [by]: "total", time: duration(totals.seconds), [billed]: duration(totals.billableSeconds) };
    writeTable(this, rows, cells, { numbers: ["time", billed], foot: [total], csv });
    const exact = secondsOf(entries.filter(({ billable }) => billable));
    if (this.process.stdout.isTTY === true && !csv && !isOfOthers && exact !== totals.billableSeconds)
      print(this, `Billable time is rounded as its projects say; unrounded, it is ${duration(exact)}.`);
  }
  noteWaiting(this, store);
}

type Row = Sums & { inner: string; outer: string };

const nameIn = ({ name, key }: { name: string | null; key: string | null }): string => name ?? key ?? "none";

/** Asks the server for the sums of the people whom `user` names, or of everyone whose time the user may see. */
async function summarizeOthers(
  context: Context,
  store: Store,
  days: Days,
  by: readonly Grouping[],
  flags: ReportFlags,
) {
  const { reports } = await stintOf(context);
  const { groups } = flags.user === undefined ? { groups: [] } : await reports.summary({ groupBy: "user" });
  const people = groups.map(({ key, name }) => ({ id: key ?? "", name: name ?? "" }));
  const found = flags.user === undefined ? undefined : findBest(people, flags.user);
  const namesOf = (all: typeof people) => all.map(({ name }) => name).join(", ");
  if (found?.length === 0)
    throw wrongInput(`You see no time of "${flags.user}".`, `You see that of ${namesOf(people)}.`);
  const grouped = toApiGroups(by);
  if (grouped === undefined) throw wrongInput("Group the time of others by only one of day, week and month.");
  const { zone: tz, weekStart } = store;
  if ((found?.length ?? 0) > 1) note(context, `"${flags.user}" stands for ${namesOf(found ?? [])}.`);
  const query = { ...days, ...toQuery(store, flags), userId: found?.map(({ id }) => id), tz, weekStart };
  return await reports.summary({ ...query, ...grouped });
}

function toQuery(store: Store, flags: ReportFlags) {
  const { places, ...rest } = readSelection(store, flags);
  const isOfTasks = places?.some(({ taskId }) => taskId !== undefined);
  if (isOfTasks && places?.some(({ taskId }) => taskId === undefined))
    throw wrongInput("The server selects projects or tasks, not both.");
  return { ...rest, [isOfTasks ? "taskId" : "projectId"]: places?.map(({ projectId, taskId }) => taskId ?? projectId) };
}

async function listBudgets(context: Context, store: Store, flags: ReportFlags): Promise<void> {
  const { reports } = await stintOf(context);
  const { tag, taskId, ...query } = toQuery(store, flags) as Record<string, readonly string[]>;
  if ((tag ?? taskId) !== undefined) throw wrongInput("Only projects have budgets.", "Use --project and --client.");
  const { projects, currency } = await reports.costs({ ...query, budgetStatus: ["ok", "warning", "exceeded"] });
  const budgets = projects.flatMap(({ name: project, budget }) =>
    budget === null ? [] : { project, currency, ...budget },
  );
  if (flags.json !== undefined) return writeJson(context, { budgets }, flags.json);
  const timeOf = (seconds: number) =>
    (seconds < 0 ? "-" : "") + (flags.csv ? wholeDuration : duration)(Math.abs(seconds));
  const shown = (kind: string, value: number) => (kind === "time" ? timeOf(value) : amountText(value, currency));
  writeTable(
    context,
    budgets,
    {
      project: ({ project }) => project,
      period: ({ period }) => period,
      budget: ({ kind, limit }) => shown(kind, limit),
      used: ({ kind, used }) => shown(kind, used),
      left: ({ kind, remaining }) => shown(kind, remaining),
      status: ({ status }) => status,
    },
    { numbers: ["budget", "used", "left"], csv: flags.csv },
  );
}

async function stintOf(context: Context) {
  // Loaded only here, because reports of the user's own time do without it.
  const { connect } = await import("#src/sync/connection/client.ts");
  return connect(context, profileOf(context)).stint;
}
