import type { SharedReport } from "@stint/sdk";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import type { Group } from "#pages/reports/figures/compare-groups.ts";

export interface ChartBar {
  key: string | null;
  name: string | null;
  seconds: number;
  /** The time of each part, in the order of the parts, then that of the others together. */
  pieces: readonly number[];
}

export interface Chart {
  by: Grouping;
  /** Undefined if every bar has only one part. */
  partsBy: Grouping | undefined;
  bars: ChartBar[];
  /** The largest parts. The others are combined. */
  parts: { key: string | null; name: string | null }[];
  hasOthers: boolean;
}

/** With more named bars, or more parts of a bar, people couldn't tell them apart. */
const maxNamed = 12;
const maxParts = 8;

type Cell = Pick<Group, "key" | "name" | "seconds"> & { groups?: readonly Cell[] | undefined };

/** The bars of a report: dates in order, stacked by the other grouping, or the largest groups if there are no dates. */
export function chartOf({ groupBy, groups }: { groupBy: readonly Grouping[]; groups: readonly Cell[] }): Chart {
  const [first = "project", second] = groupBy;
  if (second === "date") return chartOf({ groupBy: ["date", first], groups: swapLevels(groups) });
  const bars = first === "date" ? groups.toSorted(compareKeys) : largest(groups).slice(0, maxNamed);
  const partsOf = ({ seconds, groups: parts = [] }: Cell) =>
    second === undefined ? [{ key: null, name: null, seconds }] : parts;
  const all = largest(sumUp(bars.flatMap(partsOf)));
  const parts = all.slice(0, maxParts);
  return {
    by: first,
    partsBy: second,
    parts,
    hasOthers: all.length > maxParts,
    bars: bars.map((bar) => {
      const own = new Map(partsOf(bar).map(({ key, seconds }) => [key, seconds]));
      const pieces = parts.map(({ key }) => own.get(key) ?? 0);
      if (all.length > maxParts) pieces.push(sum([...own.values()]) - sum(pieces));
      return { key: bar.key, name: bar.name, seconds: bar.seconds, pieces };
    }),
  };
}

/** A published report on costs has projects instead of groups. */
export function chartOfShared({ groupBy = [], groups = [], projects }: SharedReport): Chart {
  if (projects === undefined) return chartOf({ groupBy: groupBy as Grouping[], groups });
  return chartOf({ groupBy: ["project"], groups: projects.map((project) => ({ ...project, key: project.name })) });
}

/** Turns groups that are split by date into dates that are split by group. */
function swapLevels(groups: readonly Cell[]): Cell[] {
  const cells = groups.flatMap(({ key, name, groups: dates = [] }) =>
    dates.map((date) => ({ date: date.key, cell: { key, name, seconds: date.seconds } })),
  );
  return [...Map.groupBy(cells, ({ date }) => date)].map(([key, found]) => {
    const parts = found.map(({ cell }) => cell);
    return { key, name: key, seconds: sum(parts.map(({ seconds }) => seconds)), groups: parts };
  });
}

/** Adds up the cells with the same key. */
function sumUp(cells: readonly Cell[]): Cell[] {
  const sums = new Map<string | null, Cell>();
  for (const { key, name, seconds } of cells)
    sums.set(key, { key, name, seconds: seconds + (sums.get(key)?.seconds ?? 0) });
  return [...sums.values()];
}

function largest(cells: readonly Cell[]): Cell[] {
  return cells.toSorted((left, right) => right.seconds - left.seconds);
}

/** Compares date keys, which sort chronologically. */
function compareKeys(left: Cell, right: Cell): number {
  return (left.key ?? "") < (right.key ?? "") ? -1 : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
