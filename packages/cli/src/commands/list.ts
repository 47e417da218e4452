import type { Context } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { clock, duration, shortId } from "#src/output/words.ts";
import { entriesOf } from "#src/store/view.ts";
import { readPeriod } from "#src/time/period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";
import { namesById } from "#src/typed/names.ts";
import { noteWaiting } from "./act.ts";
import { entryFields, toRow } from "./entry-row.ts";
import { openFresh } from "./open-fresh.ts";

export interface ListFlags {
  json?: string;
  fresh: boolean;
}

export async function list(this: Context, { json, fresh }: ListFlags, ...words: string[]): Promise<void> {
  using store = await openFresh(this, fresh);
  const period = readPeriod(words.length === 0 ? "today" : words.join(" "), store);
  const { fromMs, toMs } = rangeOfDays(period.from, period.to, store.zone);
  const shown = { names: namesById(store.names()), zone: store.zone, view: store.view };
  const rows = entriesOf(store.view, store.mirror, fromMs, toMs).map((entry) => toRow(shown, entry));
  if (json !== undefined) writeJson(this, rows, json, entryFields);
  else
    writeTable(
      this,
      [
        { name: "id" },
        { name: "day" },
        { name: "from" },
        { name: "to" },
        { name: "time", isNumber: true },
        { name: "project" },
        { name: "task" },
        { name: "description" },
        { name: "tags" },
      ],
      rows.map((row) => [
        shortId(row.id),
        row.day,
        clock(Date.parse(row.startedAt), store.zone),
        clock(Date.parse(row.endedAt), store.zone),
        duration(row.seconds),
        row.project ?? "",
        row.task ?? "",
        row.description,
        row.tags.join(", "),
      ]),
    );
  noteWaiting(this, store);
}
