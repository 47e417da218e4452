import { findZone } from "@stint/grammar/find-zone.ts";
import { noteWaiting } from "#src/action/act.ts";
import { openFresh } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { duration, wholeDuration } from "#src/output/words.ts";
import { type Sums, summarize } from "#src/report/summarize.ts";
import { entriesOfDays, secondsOf } from "#src/store/days.ts";
import { readFilter } from "#src/typed/filter.ts";
import { readTypedPeriod } from "#src/typed/instants.ts";

type ReportFlags = Flags<"report">;

export async function reportSums(this: Context, flags: ReportFlags, ...words: string[]): Promise<void> {
  const { tz, json, csv, fresh } = flags;
  using data = await openFresh(this, fresh);
  const zone = tz === undefined ? data.zone : findZone(tz);
  if (zone === undefined) throw wrongInput(`"${tz}" is not a time zone.`, "Use one like Europe/Berlin.");
  const [by = "project", then, ...more] = new Set(flags.by);
  if (more.length > 0) throw wrongInput("A report has at most two groupings.", "Such as --by project,day.");
  const store = { ...data, zone };
  const { from, to } = readTypedPeriod(words, store, "week");
  const entries = entriesOfDays(store, { from, to }).filter(readFilter(store, flags));
  const { totals, groups } = summarize(entries, by, store, then);
  if (json !== undefined) {
    const whole = { from, to, tz: zone, groupBy: then === undefined ? by : [by, then], totals, groups };
    writeJson(this, whole, json);
  } else {
    const rows = groups.flatMap((group) => (group.groups ?? [group]).map((inner) => ({ ...inner, outer: group.name })));
    const timeOf = csv ? wholeDuration : duration;
    // No two columns may have the same name.
    const billed = by === "billable" || then === "billable" ? "billable time" : "billable";
    const cells = {
      [by]: ({ outer }: Row) => outer,
      ...(then === undefined ? {} : { [then]: ({ name }: Row) => name }),
      time: ({ seconds }: Row) => timeOf(seconds),
      [billed]: ({ billableSeconds }: Row) => timeOf(billableSeconds),
    };
    const total = { [by]: "total", time: duration(totals.seconds), [billed]: duration(totals.billableSeconds) };
    writeTable(this, rows, cells, { numbers: ["time", billed], foot: [total], csv });
    const exact = secondsOf(entries.filter(({ billable }) => billable));
    if (this.process.stdout.isTTY === true && !csv && exact !== totals.billableSeconds)
      print(this, `Billable time is rounded as its projects say; unrounded, it is ${duration(exact)}.`);
  }
  noteWaiting(this, store);
}

type Row = Sums & { name: string; outer: string };
