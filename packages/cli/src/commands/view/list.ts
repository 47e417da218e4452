import { addDays, dayMs, longestEntryMs, minuteMs } from "@stint/grammar/days.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { noteWaiting } from "#src/action/act.ts";
import { openFresh } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import type { Context } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { clock, duration, exactClock, quoted, shellWord, shortId, wholeDuration } from "#src/output/words.ts";
import { toRow } from "#src/shown/rows.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOfDays, refusedOfDays, runningId, secondsOf, trackedOnDays } from "#src/store/view.ts";
import { readFilter } from "#src/typed/filter.ts";
import { readTypedPeriod } from "#src/typed/instants.ts";
import { placeName } from "#src/typed/names.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";

export async function listEntries(this: Context, flags: Flags<"list">, ...words: string[]): Promise<void> {
  const { json, csv, fresh } = flags;
  using store = await openFresh(this, fresh);
  const period = readTypedPeriod(words, store, "today");
  const isWanted = readFilter(store, flags);
  const isTable = json === undefined && !csv && this.process.stdout.isTTY === true;
  const entries = (isTable ? trackedOnDays : entriesOfDays)(store, period).filter(isWanted);
  const rows = entries.map((entry) => toRow(store, entry));
  // A time that the server refused is in no sum, but must not vanish from the user's sight.
  const refused = new Map(
    refusedOfDays(store, period)
      .filter(({ entry }) => isWanted(entry))
      .map(({ seq, entry }) => [toRow(store, entry), seq]),
  );
  const timeOf = csv ? wholeDuration : duration;
  const cells = {
    id: (row: Row) => (refused.has(row) ? `refused ${refused.get(row)}` : csv ? row.id : shortId(row.id)),
    day: ({ day }: Row) => day,
    from: ({ startedAt }: Row) => clock(Date.parse(startedAt), store.zone),
    to: ({ id, endedAt }: Row) => (id === runningId ? "now" : clock(Date.parse(endedAt), store.zone)),
    time: ({ seconds }: Row) => timeOf(seconds),
    project: ({ project }: Row) => project ?? "",
    task: ({ task }: Row) => task ?? "",
    description: ({ description }: Row) => description,
    tags: ({ tags }: Row) => tags.join(", "),
  };
  const total = { id: "total", time: duration(secondsOf(entries)) };
  if (json !== undefined) writeJson(this, rows, json);
  else writeTable(this, csv ? rows : [...rows, ...refused.keys()], cells, { numbers: ["time"], foot: [total], csv });
  noteWaiting(this, store);
}

type Row = ReturnType<typeof toRow>;

/** A shorter gap counts as a break, as in the dashboard. */
const shortestMs = 10 * minuteMs;

/** Lists the time between entries of the same day for which there is no entry. */
export async function listGaps(this: Context, { json, fresh }: Flags<"gaps">, ...words: string[]): Promise<void> {
  using store = await openFresh(this, fresh);
  const { zone } = store;
  const { from, to } = readTypedPeriod(words, store, "today");
  // Entries that began on an earlier day can last into the first day.
  const entries = trackedOnDays(store, { from: addDays(from, -longestEntryMs / dayMs), to });
  const rows = gapsOf(store, entries).filter(({ day }) => day >= from);
  const cells = {
    day: ({ day }: Gap) => day,
    from: ({ startedAt }: Gap) => exactClock(Date.parse(startedAt), zone),
    to: ({ endedAt }: Gap) => exactClock(Date.parse(endedAt), zone),
    time: ({ seconds }: Gap) => duration(seconds),
    fill: ({ fill }: Gap) => fill,
  };
  const total = { day: "total", time: duration(secondsOf(rows)) };
  if (json !== undefined) writeJson(this, rows, json);
  else writeTable(this, rows, cells, { numbers: ["time"], foot: [total] });
  noteWaiting(this, store);
}

type Gap = ReturnType<typeof gapsOf>[number];

/** Returns the gaps in whole minutes, with the command that fills them with the work before. */
function gapsOf(store: Store, entries: readonly Entry[]) {
  let last: Entry | undefined;
  let lastDay: string | undefined;
  return entries.flatMap((entry) => {
    const day = dayOf(entry.startedMs, store.zone);
    const [former, formerDay] = [last, lastDay];
    lastDay = day;
    if (former === undefined || endMs(entry) > endMs(former)) last = entry;
    if (former === undefined || formerDay !== day || entry.lockedBy !== null) return [];
    const fromMs = Math.ceil(endMs(former) / minuteMs) * minuteMs;
    const toMs = Math.floor(Math.min(entry.startedMs, store.nowMs) / minuteMs) * minuteMs;
    if (toMs - fromMs < shortestMs) return [];
    const clocks = [fromMs, toMs].map((ms) => exactClock(ms, store.zone)).join("-");
    return {
      day,
      startedAt: new Date(fromMs).toISOString(),
      endedAt: new Date(toMs).toISOString(),
      seconds: (toMs - fromMs) / 1000,
      fill: `stint log ${shellWord(`${day} ${clocks} @${quoted(placeName(store, former))}`)}`,
    };
  });
}

export async function projects(this: Context, { all, json, fresh }: Flags<"projects">, part?: string): Promise<void> {
  using store = await openFresh(this, fresh);
  const names = store.names();
  const tasks = Map.groupBy(names.tasks, ({ projectId }) => projectId);
  const clients = new Map(names.clients.map((client) => [client.id, client.name]));
  const shown = names.projects.filter(({ status }) => all || status === "active");
  const sorted =
    part === undefined ? shown.toSorted((left, right) => left.name.localeCompare(right.name)) : findByName(shown, part);
  const rows = sorted.map(({ id, name, clientId, status, billable }) => ({
    id,
    name,
    client: clients.get(clientId ?? "") ?? null,
    status,
    billable,
    tasks: (tasks.get(id) ?? []).filter((task) => all || task.status === "open").map((task) => task.name),
  }));
  if (json !== undefined) return writeJson(this, rows, json);
  writeTable(this, rows, {
    project: ({ name, status }) => (status === "active" ? name : `${name} (${status})`),
    client: ({ client }) => client ?? "",
    tasks: (row) => row.tasks.toSorted().join(", "),
  });
}
