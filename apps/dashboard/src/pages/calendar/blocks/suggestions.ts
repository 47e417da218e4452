import type { CalendarEvents, TimeEntry } from "@stint/sdk";
import { type Block, unchangeable } from "./block.ts";
import type { Span } from "./pieces.ts";

export type TimedEvent = CalendarEvents["events"][number];

/**
 * The events that can be added, as blocks. Leaves out events if at least half of their duration has already been
 * tracked.
 */
export function suggestionsOf(events: readonly TimedEvent[], tracked: readonly Span[]): Block[] {
  return events
    .map((event) => toBlock(event))
    .filter(({ span }) => trackedMs(span, tracked) * 2 < span.end - span.start);
}

/**
 * Finds the models for a new entry, among the entries on open projects: the latest with the same description, and the
 * latest of all.
 */
export function modelOf<Entry extends Pick<TimeEntry, "description" | "projectId">>(
  latestFirst: readonly Entry[],
  title: string,
  isOpen: (projectId: string) => boolean,
): { alike: Entry | undefined; last: Entry | undefined } {
  const open = latestFirst.filter(({ projectId }) => isOpen(projectId));
  return { alike: title === "" ? undefined : open.find(({ description }) => description === title), last: open[0] };
}

function toBlock({ id, title, startedAt, endedAt }: TimedEvent): Block {
  const span = { start: Date.parse(startedAt), end: Date.parse(endedAt) };
  return { ...unchangeable, key: `event ${id}`, kind: "event", span, description: title, projectId: undefined };
}

function trackedMs({ start, end }: Span, tracked: readonly Span[]): number {
  let until = start;
  let sum = 0;
  for (const each of tracked.toSorted((left, right) => left.start - right.start)) {
    const from = Math.max(each.start, until);
    const to = Math.min(each.end, end);
    if (to <= from) continue;
    sum += to - from;
    until = to;
  }
  return sum;
}
