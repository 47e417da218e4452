import { raw, type Sql } from "#platform/database/database.ts";
import type { TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import type { Measure } from "#tracking/ledger/time-sums/cubes.ts";
import type { Grouping } from "./groupings.ts";

/** The measure of each figure for all entries, and the measure for billable entries if it differs. */
const figures: Record<string, [Measure, Measure?]> = {
  seconds: ["seconds", "billable_duration_seconds"],
  billable_seconds: ["billable_seconds"],
  entries: ["entries", "billable_entries"],
  amount_minor: ["amount_minor"],
  unrated_seconds: ["unrated_seconds"],
  cost_minor: ["cost_minor", "billable_cost_minor"],
  costed_seconds: ["costed_seconds", "billable_costed_seconds"],
  amount_rest: ["amount_rest"],
};
const names = Object.keys(figures);

interface Asked {
  groupBy: Grouping[];
  filter: Pick<TimeEntryFilter, "billable">;
}

type Share = "all" | "billable" | "other";

function sharesOf({ groupBy, filter }: Asked): Share[] {
  if (!groupBy.includes("billable") && filter.billable === undefined) return ["all"];
  return (["billable", "other"] as const).filter((share) => filter.billable !== (share === "other"));
}

function figureOf([all, billable]: [Measure, Measure?], share: Share): string {
  if (share === "all") return `p.${all}`;
  if (share === "billable") return `p.${billable ?? all}`;
  // The total minus the billable part. A figure without a separate measure counts only billable entries, so other
  // entries add 0.
  return billable === undefined ? "0" : `p.${all} - p.${billable}`;
}

export function measuresFor(asked: Asked): Measure[] {
  const isSplit = !sharesOf(asked).includes("all");
  return Object.values(figures).flatMap(([all, billable]) =>
    isSplit && billable !== undefined ? [all, billable] : [all],
  );
}

/**
 * Joins the figures of each part `p` as `b`: one row, or one row each for billable and other entries if the query
 * separates them.
 */
export function joinFigures(asked: Asked): Sql {
  const rows = sharesOf(asked).map((share) => {
    const values = Object.values(figures).map((figure) => figureOf(figure, share));
    return `(${share === "billable"}, ${values.join(", ")})`;
  });
  return raw(`cross join lateral (values ${rows.join(", ")}) as b (billable, ${names.join(", ")})`);
}

export const summedFigures = raw(names.map((name) => `sum(b.${name})::bigint as ${name}`).join(", "));
