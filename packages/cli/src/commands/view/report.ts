import { findZone } from "@stint/grammar/find-zone.ts";
import { noteWaiting } from "#src/action/act.ts";
import { openFresh } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import type { Context } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { duration } from "#src/output/words.ts";
import { type Sums, summarize } from "#src/report/summarize.ts";
import { entriesOfDays } from "#src/typed/entries-of-days.ts";
import { readTypedPeriod } from "#src/typed/instants.ts";

type ReportFlags = Flags<"report">;

export async function reportSums(this: Context, flags: ReportFlags, ...words: string[]): Promise<void> {
  const { by, tz, json, fresh } = flags;
  using store = await openFresh(this, fresh);
  const zone = tz === undefined ? store.zone : findZone(tz);
  if (zone === undefined) throw wrongInput(`"${tz}" is not a time zone.`, "Use one like Europe/Berlin.");
  const { from, to } = readTypedPeriod(words.length === 0 ? "week" : words.join(" "), store);
  const cut = { names: store.names(), zone, weekStart: store.weekStart };
  const { totals, groups } = summarize(entriesOfDays(store, { from, to }, zone), by, cut);
  if (json !== undefined) {
    const whole = { from, to, tz: zone, groupBy: by, totals, groups };
    writeJson(this, whole, json, Object.keys(whole));
  } else {
    // Print the total only on a terminal: in a pipe, every line is a group, so that a program can add up the column.
    const rows: Row[] = this.process.stdout.isTTY ? [...groups, { name: "total", ...totals }] : groups;
    const cells = {
      [by]: ({ name }: Row) => name,
      time: ({ seconds }: Row) => duration(seconds),
      billable: ({ billableSeconds }: Row) => duration(billableSeconds),
    };
    writeTable(this, rows, cells, ["time", "billable"]);
  }
  noteWaiting(this, store);
}

type Row = Sums & { name: string };
