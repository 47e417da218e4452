import { noteWaiting } from "#src/action/act.ts";
import { openFresh } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import type { Context } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { clock, duration, shortId } from "#src/output/words.ts";
import { entriesOfDays, refusedOfDays } from "#src/typed/entries-of-days.ts";
import { rowFields, toRow } from "#src/shown/entry-row.ts";
import { readTypedPeriod } from "#src/typed/instants.ts";

export async function listEntries(this: Context, { json, fresh }: Flags<"list">, ...words: string[]): Promise<void> {
  using store = await openFresh(this, fresh);
  const period = readTypedPeriod(words.length === 0 ? "today" : words.join(" "), store);
  const rows = entriesOfDays(store, period).map((entry) => toRow(store, entry));
  // A time that the server refused is in no sum, but must not vanish from the user's sight.
  const refused = new Map(refusedOfDays(store, period).map(({ seq, entry }) => [toRow(store, entry), seq]));
  const cells = {
    id: (row: Row) => (refused.has(row) ? `refused ${refused.get(row)}` : shortId(row.id)),
    day: ({ day }: Row) => day,
    from: ({ startedAt }: Row) => clock(Date.parse(startedAt), store.zone),
    to: ({ endedAt }: Row) => clock(Date.parse(endedAt), store.zone),
    time: ({ seconds }: Row) => duration(seconds),
    project: ({ project }: Row) => project ?? "",
    task: ({ task }: Row) => task ?? "",
    description: ({ description }: Row) => description,
    tags: ({ tags }: Row) => tags.join(", "),
  };
  if (json !== undefined) writeJson(this, rows, json, rowFields);
  else writeTable(this, [...rows, ...refused.keys()], cells, ["time"]);
  noteWaiting(this, store);
}

type Row = ReturnType<typeof toRow>;
