import type { Context } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { clock, duration, shortId } from "#src/output/words.ts";
import { endMs } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOf } from "#src/store/view.ts";
import { readPeriod } from "#src/time/period.ts";
import { dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import { namesById } from "#src/typed/names.ts";
import { noteWaiting } from "./act.ts";
import { openFresh } from "./open-fresh.ts";

export interface ListFlags {
  json?: string;
  fresh: boolean;
}

export async function list(this: Context, { json, fresh }: ListFlags, ...words: string[]): Promise<void> {
  using store = await openFresh(this, fresh);
  const period = readPeriod(words.length === 0 ? "today" : words.join(" "), store);
  const { fromMs, toMs } = rangeOfDays(period.from, period.to, store.zone);
  const rows = toRows(store, fromMs, toMs);
  if (json !== undefined) writeJson(this, rows, json, fields);
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

const fields = [
  "id",
  "day",
  "startedAt",
  "endedAt",
  "seconds",
  "billableSeconds",
  "billable",
  "projectId",
  "project",
  "taskId",
  "task",
  "description",
  "tags",
  "externalRef",
  "source",
  "locked",
  "queued",
];

function toRows(store: Store, fromMs: number, toMs: number) {
  const names = namesById(store.names());
  return entriesOf(store.view, store.mirror, fromMs, toMs).map((entry) => {
    const { startedMs, version: _version, ...rest } = entry;
    return {
      ...rest,
      day: dayOf(startedMs, store.zone),
      startedAt: new Date(startedMs).toISOString(),
      endedAt: new Date(endMs(entry)).toISOString(),
      project: names.get(entry.projectId) ?? null,
      task: names.get(entry.taskId) ?? null,
      queued: store.view.changed.has(entry.id),
    };
  });
}
