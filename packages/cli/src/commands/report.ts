import type { Context } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { duration } from "#src/output/words.ts";
import type { Grouping } from "#src/report/groupings.ts";
import { summarize } from "#src/report/summarize.ts";
import { entriesOf } from "#src/store/view.ts";
import { readPeriod } from "#src/time/period.ts";
import { findZone } from "@stint/grammar/find-zone.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import { noteWaiting } from "./act.ts";
import { openFresh } from "./open-fresh.ts";

export interface ReportFlags {
  by: Grouping;
  tz?: string;
  json?: string;
  fresh: boolean;
}

export async function report(this: Context, { by, tz, json, fresh }: ReportFlags, ...words: string[]): Promise<void> {
  using store = await openFresh(this, fresh);
  const zone = tz === undefined ? store.zone : findZone(tz);
  if (zone === undefined) throw wrongInput(`"${tz}" is not a time zone.`, "Use one like Europe/Berlin.");
  const period = readPeriod(words.length === 0 ? "week" : words.join(" "), store);
  const { fromMs, toMs } = rangeOfDays(period.from, period.to, zone);
  const cut = { names: store.names(), zone, weekStart: store.weekStart };
  const { totals, groups } = summarize(entriesOf(store.view, store.mirror, fromMs, toMs), by, cut);
  if (json !== undefined) {
    const whole = { from: period.from, to: period.to, tz: zone, groupBy: by, totals, groups };
    writeJson(this, whole, json, Object.keys(whole));
  } else {
    const columns = [{ name: by }, { name: "time", isNumber: true }, { name: "billable", isNumber: true }];
    const row = (name: string, { seconds, billableSeconds }: typeof totals) => [
      name,
      duration(seconds),
      duration(billableSeconds),
    ];
    const rows = groups.map((group) => row(group.name, group));
    // Print the total only on a terminal: in a pipe, every line is a group, so that a program can add up the column.
    if (this.process.stdout.isTTY) rows.push(row("total", totals));
    writeTable(this, columns, rows);
  }
  noteWaiting(this, store);
}
