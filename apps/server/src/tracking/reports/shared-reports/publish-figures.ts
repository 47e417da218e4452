import type { ReportLinkRow } from "#tracking/reports/report-links/report-link.ts";
import type { ProjectCosts } from "#tracking/reports/summaries/costs/costs.ts";
import type { Grouping } from "#tracking/reports/summaries/groupings.ts";
import type { Group, ShownSums } from "#tracking/reports/summaries/summarize.ts";
import type { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";

/**
 * The optional data that a link shows. The functions below list each published field, so that a new field of a report
 * is never published by accident.
 */
export type Shows = Pick<ReportLinkRow, "shows_people" | "shows_amounts" | "shows_notes">;

/** The sums to publish, without costs, margins and exact amounts. */
export function publishSums(sums: ShownSums, shows: Shows) {
  const { seconds, billableSeconds, entries, amountMinor } = sums;
  return {
    seconds,
    billableSeconds,
    entries,
    ...(shows.shows_amounts && amountMinor !== undefined ? { amountMinor } : {}),
  };
}

/** Whether to publish the names of these groups. People and teams have their own setting; tags count as notes. */
function showsNames(grouping: Grouping | undefined, shows: Shows): boolean {
  if (grouping === "user" || grouping === "team") return shows.shows_people;
  return grouping !== "tag" || shows.shows_notes;
}

/** Replaces ids, and names that must stay hidden, with numbers. */
export function publishGroups(groups: Group[], groupBy: Grouping[], shows: Shows): Group[] {
  const numbers = new Map<string, string>();
  const numberOf = (id: string) => {
    const known = numbers.get(id) ?? String(numbers.size + 1);
    numbers.set(id, known);
    return known;
  };
  const publish = (group: Group, level: 0 | 1): Group => {
    const grouping = groupBy[level];
    const { key, name, groups: parts } = group;
    const isNamed = showsNames(grouping, shows);
    const isPlain =
      grouping === "date" || grouping === "billable" || grouping === "source" || (grouping === "tag" && isNamed);
    return {
      key: key === null || isPlain ? key : numberOf(`${grouping} ${key}`),
      name: isNamed ? name : null,
      ...publishSums(group, shows),
      ...(parts === undefined ? {} : { groups: parts.map((part) => publish(part, 1)) }),
    };
  };
  return groups.map((group) => publish(group, 0));
}

export function publishProject(project: ProjectCosts, shows: Shows) {
  return { name: project.name, ...publishSums(project, shows), budget: publishBudget(project.budget, shows) };
}

/** The budget to publish; null for a cost budget, and for any other money budget unless the link shows amounts. */
function publishBudget(budget: ProjectCosts["budget"], shows: Shows) {
  if (budget === null || budget.kind === "cost" || (budget.kind === "amount" && !shows.shows_amounts)) return null;
  const { kind, period, periodStart, periodEnd, limit, used, remaining, usedPercent, status } = budget;
  return { kind, period, periodStart, periodEnd, limit, used, remaining, usedPercent, status };
}

export function publishEntry(entry: TimeEntry, names: ReadonlyMap<string, string>, shows: Shows) {
  const { startedAt, endedAt, durationSeconds, billable, billableSeconds, description, tags, amountMinor } = entry;
  return {
    startedAt,
    endedAt,
    durationSeconds,
    billable,
    billableSeconds,
    project: names.get(entry.projectId) ?? "",
    task: names.get(entry.taskId) ?? "",
    ...(shows.shows_people ? { person: names.get(entry.userId) ?? "" } : {}),
    ...(shows.shows_notes ? { description, tags } : {}),
    ...(shows.shows_amounts && amountMinor !== undefined ? { amountMinor } : {}),
  };
}
