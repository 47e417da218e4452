// Converts entries to the objects that `--json` prints.
import { dayOf } from "@stint/grammar/zone.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { View } from "#src/store/view.ts";

export const entryFields = [
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

interface Shown {
  names: ReadonlyMap<string, string>;
  zone: string;
  view: View;
}

export function toRow({ names, zone, view }: Shown, entry: Entry) {
  const { startedMs, version: _version, ...rest } = entry;
  return {
    ...rest,
    day: dayOf(startedMs, zone),
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endMs(entry)).toISOString(),
    project: names.get(entry.projectId) ?? null,
    task: names.get(entry.taskId) ?? null,
    queued: view.changed.has(entry.id),
  };
}
