import type { Organization, TimeEntry, Timesheet } from "@stint/sdk";
import { longestSeconds, type Placed } from "@stint/grammar/place-items.ts";
import { offsetIfRepeated } from "@stint/grammar/zone.ts";
import type { EntryRule } from "#api/entry-rule.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { startOfLock } from "#time/start-of-lock.ts";
import { addDays, dayOf, startOfDay } from "#time/zoned.ts";

type Obstacle = "lockDate" | "timesheet" | "long" | Exclude<EntryRule, "longestTimerSeconds">;

type Timed = Pick<TimeEntry, "startedAt" | "durationSeconds">;

interface Span {
  from: number;
  to: number;
}

/** A typed line, with the reasons why it can't be added. */
export interface Line extends Placed {
  obstacles: readonly Obstacle[];
  /** The whole minutes around the entries that this line overlaps, whether or not overlaps are refused. */
  overlap: Span | undefined;
  /** The entry before, if it is all that the line overlaps, and can end where the line begins. */
  earlier: TimeEntry | undefined;
  isLate: boolean;
}

interface Facts {
  /** Undefined until it has loaded. */
  organization: Pick<Organization, "entryRules" | "lockDate" | "timeZone"> | undefined;
  /** The submitted or approved timesheets. */
  timesheets: readonly Pick<Timesheet, "startsAt" | "endsAt">[];
  entries: readonly TimeEntry[];
  now: number;
  /** Whether the person may give a reason for recording time late. */
  canExcuse: boolean;
  /** Whether the person has confirmed that a long line is right. */
  isAgreed: (line: Placed) => boolean;
}

/** Finds what the organization's rules, locks and timesheets refuse. Later lines may overlap a refused line. */
export function judgeLines(placed: readonly Placed[], facts: Facts): Line[] {
  const { organization, timesheets, now, canExcuse, isAgreed } = facts;
  const rules = organization?.entryRules;
  const lockedBefore = organization === undefined ? -Infinity : startOfLock(organization);
  const earliest = earliestStart(organization, now);
  const taken: Timed[] = facts.entries.filter(({ durationSeconds }) => durationSeconds > 0);
  return placed.map((line) => {
    const { entry } = line;
    if (entry === undefined) return { ...line, obstacles: [], overlap: undefined, earlier: undefined, isLate: false };
    const [start, end] = [startMs(entry), endMs(entry)];
    const overlapped = taken.filter((each) => startMs(each) < end && endMs(each) > start);
    const isLate = start < earliest;
    const isTrue: Record<Obstacle, boolean> = {
      lockDate: start < lockedBefore,
      timesheet: timesheets.some(({ startsAt, endsAt }) => Date.parse(startsAt) <= start && start < Date.parse(endsAt)),
      requireDescription: rules?.requireDescription === true && entry.description.trim() === "",
      requireTag: rules?.requireTag === true && entry.tags.length === 0,
      overlaps: rules?.overlaps === "refuse" && overlapped.length > 0 && end > start,
      latestDays: isLate && !canExcuse,
      long: entry.durationSeconds > longestSeconds && !isAgreed(line),
    };
    const obstacles = (Object.keys(isTrue) as Obstacle[]).filter((each) => isTrue[each]);
    if (obstacles.length === 0 && end > start) taken.push(entry);
    const overlap = overlapped.length === 0 || end === start ? undefined : minutesAround(overlapped);
    const earlier = facts.entries.find((each) => overlapped.length === 1 && each === overlapped[0]);
    const canEndEarlier =
      earlier !== undefined && !earlier.locked && startMs(earlier) < start && start < end && endMs(earlier) <= end;
    return { ...line, obstacles, overlap, earlier: canEndEarlier ? earlier : undefined, isLate };
  });
}

const minuteMs = 60_000;

function minutesAround(entries: readonly Timed[]): Span {
  const [from, to] = [Math.min(...entries.map(startMs)), Math.max(...entries.map(endMs))];
  return { from: Math.floor(from / minuteMs) * minuteMs, to: Math.ceil(to / minuteMs) * minuteMs };
}

function earliestStart(organization: Facts["organization"], now: number): number {
  const days = organization?.entryRules?.latestDays ?? null;
  if (organization === undefined || days === null) return -Infinity;
  const { timeZone } = organization;
  return startOfDay(addDays(dayOf(now, timeZone), -days), timeZone);
}

/**
 * What is left of the line's time before and after the entries that it overlaps, if clock times on the line's day can
 * express it: a later day would also become that of the lines below, and repeated times could mean an hour earlier.
 */
export function freeTimes({ item, entry, overlap }: Line, zone: string): Span[] {
  if (entry === undefined || overlap === undefined) return [];
  const [before, after] = [
    { from: startMs(entry), to: overlap.from },
    { from: overlap.to, to: endMs(entry) },
  ];
  return [before, after].filter(
    ({ from, to }) =>
      to - from >= minuteMs &&
      dayOf(from, zone) === item.day &&
      [from, to].every((ms) => offsetIfRepeated(ms, zone) === ""),
  );
}

/** Whether pressing a button can make the line right, without typing. */
export function isFixable(line: Line, zone: string, canCreate = false): boolean {
  if (line.missing === "knownProject") return canCreate;
  const [obstacle, ...others] = line.obstacles;
  const canMakeRoom = line.earlier !== undefined || freeTimes(line, zone).length > 0;
  return others.length === 0 && (obstacle === "long" || (obstacle === "overlaps" && canMakeRoom));
}
