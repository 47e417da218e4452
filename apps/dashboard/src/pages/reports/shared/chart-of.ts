import type { SharedReport } from "@stint/sdk";
import type { Group } from "#pages/reports/compare-groups.ts";
import type { Grouping } from "#pages/reports/address/report-address.ts";

export interface ChartBar {
  key: string | null;
  name: string | null;
  seconds: number;
  /** The time of each part, in the order of the parts. */
  pieces: number[];
  /** The total time of the other parts. */
  rest: number;
}

export interface Chart {
  by: Grouping;
  /** Undefined if every bar has only one part. */
  partsBy: Grouping | undefined;
  bars: ChartBar[];
  parts: { key: string | null; name: string | null }[];
}

/** With more named bars, or more parts of a bar, people couldn't tell them apart. */
const maxNamed = 12;
const maxParts = 8;

type Cell = Pick<Group, "key" | "name" | "seconds">;

/**
 * The bars of a published report: dates in order, stacked by the other grouping, or the largest groups if there are no
 * dates.
 */
export function chartOf({ groupBy = [], groups = [], projects }: SharedReport): Chart {
  if (projects !== undefined)
    return chart("project", undefined, largest(projects.map((each) => ({ ...each, key: each.name }))).map(alone));
  const [first = "project", second] = groupBy as Grouping[];
  if (second === undefined) {
    const sorted = first === "date" ? byKey(groups) : largest(groups);
    return chart(first, undefined, sorted.map(alone));
  }
  if (first === "date") return chart(first, second, byKey(groups).map(withParts));
  if (second !== "date") return chart(first, second, largest(groups).map(withParts));
  const dates = new Map<string | null, { of: Cell; parts: Cell[] }>();
  for (const { key, name, groups: own = [] } of groups)
    for (const { seconds, ...date } of own) {
      const known = dates.get(date.key) ?? { of: { ...date, seconds: 0 }, parts: [] };
      dates.set(date.key, {
        of: { ...known.of, seconds: known.of.seconds + seconds },
        parts: [...known.parts, { key, name, seconds }],
      });
    }
  return chart(
    "date",
    first,
    [...dates.values()].toSorted((left, right) => compareKeys(left.of, right.of)),
  );
}

function chart(
  by: Grouping,
  partsBy: Grouping | undefined,
  bars: readonly { of: Cell; parts: readonly Cell[] }[],
): Chart {
  const sums = new Map<string | null, Cell>();
  for (const { key, name, seconds } of bars.flatMap(({ parts }) => parts))
    sums.set(key, { key, name, seconds: seconds + (sums.get(key)?.seconds ?? 0) });
  const parts = largest([...sums.values()]).slice(0, maxParts);
  return {
    by,
    partsBy,
    parts,
    bars: bars.map(({ of: { key, name, seconds }, parts: own }) => {
      const pieces = parts.map((part) => own.find((each) => each.key === part.key)?.seconds ?? 0);
      const rest = sum(own.map((each) => each.seconds)) - sum(pieces);
      return { key, name, seconds, pieces, rest };
    }),
  };
}

function alone(of: Cell) {
  return { of, parts: [{ key: null, name: null, seconds: of.seconds }] };
}

function withParts(of: Group) {
  return { of, parts: of.groups ?? [] };
}

function largest<Item extends Cell>(groups: readonly Item[]): Item[] {
  return groups.toSorted((left, right) => right.seconds - left.seconds).slice(0, maxNamed);
}

function byKey<Item extends Cell>(groups: readonly Item[]): Item[] {
  return groups.toSorted(compareKeys);
}

/** Compares date keys, which sort chronologically. */
function compareKeys(left: Cell, right: Cell): number {
  return (left.key ?? "") < (right.key ?? "") ? -1 : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
