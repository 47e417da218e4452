import type { TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { type Cube, cubes, type SumKey } from "#tracking/ledger/time-sums/cubes.ts";
import type { BucketPiece } from "#tracking/ledger/time-sums/pieces.ts";
import type { Bucket } from "./buckets.ts";
import { rawShare, splitRange } from "#tracking/ledger/time-sums/pieces.ts";
import type { Grouping } from "./groupings.ts";

/** Where a report's figures come from: stored sums plus entries for the edges, or only entries (no cube). */
export type Source = { cube: Cube; pieces: BucketPiece[] } | { cube: undefined };

/** If a larger share of the range would be read from entries, the whole report is read from entries. */
const maxFromEntries = 0.25;

const keyOf: Record<Grouping, SumKey | undefined> = {
  project: "project_id",
  client: "project_id",
  user: "user_id",
  team: "user_id",
  task: "task_id",
  tag: "tag_key",
  date: undefined,
  billable: undefined,
  source: undefined,
};

/**
 * Chooses the stored sums that can answer a report, if any. `buckets` are the periods of the grouping `date`; undefined
 * for other groupings.
 */
export function chooseSource(groupBy: Grouping[], filter: TimeEntryFilter, buckets: Bucket[] | undefined): Source {
  if (
    filter.tags !== undefined ||
    filter.billed !== undefined ||
    filter.approval !== undefined ||
    filter.q !== undefined ||
    filter.externalRefs !== undefined ||
    filter.sources !== undefined ||
    groupBy.includes("source")
  ) {
    return { cube: undefined };
  }
  const needed = new Set(groupBy.flatMap((grouping) => keyOf[grouping] ?? []));
  if (filter.projectIds !== undefined || filter.clientIds !== undefined) needed.add("project_id");
  if (filter.userIds !== undefined) needed.add("user_id");
  if (filter.taskIds !== undefined) needed.add("task_id");
  if (filter.hidden !== undefined) needed.add("project_id");
  if (filter.hidden?.exceptOf !== undefined) needed.add("user_id");
  const cube = cubes.find(({ keys }) => [...needed].every((key) => keys.includes(key)) && holdsAll(keys, needed));
  if (cube === undefined) return { cube };
  const pieces = buckets === undefined ? ofRange(cube, filter) : ofBuckets(cube, buckets);
  return pieces === undefined || pieces.length === 0 ? { cube: undefined } : { cube, pieces };
}

// A cube by tag counts an entry with two tags twice, so only groupings by tag can use it.
function holdsAll(keys: readonly SumKey[], needed: Set<SumKey>): boolean {
  return !keys.includes("tag_key") || needed.has("tag_key");
}

function ofRange(cube: Cube, { from, to }: TimeEntryFilter): BucketPiece[] | undefined {
  const fromMs = from === undefined ? null : Date.parse(from);
  const toMs = to === undefined ? null : Date.parse(to);
  const pieces = splitRange(fromMs, toMs, cube.levels);
  if (rawShare(pieces, fromMs, toMs) > maxFromEntries) return undefined;
  return pieces.map((piece) => ({ ...piece, bucket: 0 }));
}

function ofBuckets(cube: Cube, buckets: Bucket[]): BucketPiece[] | undefined {
  const [first, last] = [buckets[0], buckets.at(-1)];
  const pieces = buckets.flatMap(({ startMs, endMs }, bucket) =>
    splitRange(startMs, endMs, cube.levels).map((piece) => ({ ...piece, bucket })),
  );
  const share = first === undefined || last === undefined ? 0 : rawShare(pieces, first.startMs, last.endMs);
  return share > maxFromEntries ? undefined : pieces;
}
