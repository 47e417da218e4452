// Computes the sums of `GET /reports/summary` from the mirror.
import type { Entry } from "#src/store/records.ts";
import { startOfWeek } from "@stint/grammar/days.ts";
import { secondsOf } from "#src/store/view.ts";
import type { Store } from "#src/store/store.ts";
import { nameOf } from "#src/typed/names.ts";
import { intervals } from "@stint/grammar/groupings.ts";
import type { Grouping } from "./groupings.ts";
import { dayOf } from "@stint/grammar/zone.ts";

export interface Sums {
  seconds: number;
  billableSeconds: number;
  entries: number;
}

export interface Group extends Sums {
  /** The id, day, month or tag that identifies the group; null for the entries without one. */
  key: string | null;
  name: string;
  /** The groups by the second grouping. */
  groups?: Group[];
}

type Cut = Pick<Store, "names" | "zone" | "weekStart" | "settings">;

/** Sums up the entries in groups, and each group in groups by the second grouping, if there is one. */
export function summarize(
  entries: readonly Entry[],
  by: Grouping,
  cut: Cut,
  then?: Grouping,
): { totals: Sums; groups: Group[] } {
  const keysOf = groupers(cut)[by];
  const parts = new Map<string | null, { name: string; entries: Entry[] }>();
  for (const entry of entries)
    for (const [key, name] of keysOf(entry)) {
      // A tag has the spelling of its first entry.
      const part = parts.get(key) ?? { name, entries: [] };
      parts.set(key, part);
      part.entries.push(entry);
    }
  const groups = [...parts].map(([key, { name, entries: own }]) => {
    const group = { key, name, ...sumsOf(own) };
    return then === undefined ? group : { ...group, groups: summarize(own, then, cut).groups };
  });
  const isByTime = (intervals as readonly Grouping[]).includes(by);
  const sorted = groups.toSorted((left, right) =>
    isByTime
      ? (left.key ?? "").localeCompare(right.key ?? "")
      : right.seconds - left.seconds || left.name.localeCompare(right.name),
  );
  return { totals: sumsOf(entries), groups: sorted };
}

function sumsOf(entries: readonly Entry[]): Sums {
  const billableSeconds = entries.reduce((sum, entry) => sum + entry.billableSeconds, 0);
  return { seconds: secondsOf(entries), billableSeconds, entries: entries.length };
}

type Key = readonly [key: string | null, name: string];

function groupers({ zone, weekStart, settings: { me }, ...store }: Cut): Record<Grouping, (entry: Entry) => Key[]> {
  const clientOf = new Map(store.names().projects.map(({ id, clientId }) => [id, clientId]));
  const projectName = (id: string) => nameOf(store, id) ?? "a hidden project";
  const dayAt = (ms: number) => dayOf(ms, zone);
  return {
    project: ({ projectId }) => [[projectId, projectName(projectId)]],
    task: ({ taskId, projectId }) => [[taskId, `${projectName(projectId)}/${nameOf(store, taskId) ?? "General"}`]],
    client({ projectId }) {
      const id = clientOf.get(projectId) ?? null;
      return [[id, id === null ? "no client" : (nameOf(store, id) ?? "a hidden client")]];
    },
    tag: ({ tags }) => (tags.length === 0 ? [[null, "no tag"]] : tags.map((tag) => [tag.toLowerCase(), tag])),
    person: () => [[me.user.id, me.user.name]],
    day: ({ startedMs }) => same(dayAt(startedMs)),
    week: ({ startedMs }) => same(startOfWeek(dayAt(startedMs), weekStart)),
    month: ({ startedMs }) => same(dayAt(startedMs).slice(0, 7)),
    source: ({ source }) => [[source, source ?? "unknown"]],
    billable: ({ billable }) => [[String(billable), billable ? "billable" : "not billable"]],
  };
}

const same = (key: string): Key[] => [[key, key]];
