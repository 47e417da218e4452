import { durationText } from "#platform/tables/number-text.ts";
import { longestDurationSeconds } from "#tracking/entries/time-entries/fields.ts";
import type { Doubt } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { Duration } from "./durations.ts";
import { addDoubt } from "./texts.ts";
import type { Instants, LocalClock } from "./local-clock.ts";

/** A start or an end as written in the source. */
export interface Moment {
  /** The local time as if it were UTC; undefined if the text states an instant. */
  wallMs: number | undefined;
  /** The instant, if the text has an offset. */
  ms: number | undefined;
  hasSeconds: boolean;
  column: string;
  text: string;
}

export interface Times {
  start: Moment;
  end: Moment | undefined;
  /** The column for ends; undefined if the table has none. */
  endColumn: string | undefined;
  duration: (Duration & { column: string; text: string }) | undefined;
  /** The time between start and end that was not worked. */
  breakSeconds: number | undefined;
  /** Whether the source's durations exclude breaks that the row does not show. */
  hasHiddenBreaks: boolean;
}

export interface Placed {
  startedAt: Date | undefined;
  durationSeconds: number;
  leftOut: "unreadable" | "running" | undefined;
}

const lastMs = Date.UTC(2200, 0, 1);

/** Determines the start and duration of a row, and records each doubt. */
export function placeInTime(times: Times, clock: LocalClock, doubts: Doubt[]): Placed {
  const { start, end, duration } = times;
  const starts = instantsOf(start, clock);
  if (duration !== undefined && duration.seconds < 0) return refuseNegative(duration, doubts);
  if (end === undefined) {
    // A duration of 0 is a running timer, except in tables without ends, where it is an entry of 0 seconds.
    if (duration === undefined || (duration.seconds === 0 && times.endColumn !== undefined)) {
      const placed = finish(start, starts.at[0], 0, doubts);
      if (placed.leftOut !== undefined) return placed;
      const column = times.endColumn ?? duration?.column ?? start.column;
      addDoubt(doubts, column, "", "The row has neither end nor duration, so it is a running timer.", null);
      return { ...placed, leftOut: "running" };
    }
    sayClockChange(start, starts, false, doubts);
    return finish(start, starts.at[0], duration.seconds, doubts);
  }
  const ends = endsOf(end, start, starts, clock);
  const pair = choosePair(starts, ends, duration);
  sayClockChange(start, starts, pair.isSettled, doubts, pair.startMs);
  sayClockChange(end, ends, pair.isSettled, doubts, pair.endMs);
  const clockSeconds = Math.round((pair.endMs - pair.startMs) / 1000);
  if (clockSeconds < 0) return endBeforeStart(times, end, pair.startMs, doubts);
  return finish(start, pair.startMs, chooseSeconds(times, clockSeconds, doubts), doubts);
}

/**
 * Places a row without a time of day at a computed local time. Adds no doubt if clocks skip or repeat that time, and
 * doesn't take a duration of 0 for a running timer.
 */
export function placeOnDay(
  start: Moment,
  duration: NonNullable<Times["duration"]>,
  clock: LocalClock,
  doubts: Doubt[],
): Placed {
  if (duration.seconds < 0) return refuseNegative(duration, doubts);
  return finish(start, instantsOf(start, clock).at[0], duration.seconds, doubts);
}

function refuseNegative({ column, text }: { column: string; text: string }, doubts: Doubt[]): Placed {
  return refuse(doubts, column, text, "The duration is negative.");
}

function instantsOf(moment: Moment, clock: LocalClock): Instants {
  if (moment.wallMs !== undefined) return clock.at(moment.wallMs);
  return { at: [moment.ms ?? 0], isGap: false };
}

/**
 * The instants of the end. If clocks skipped the start, the end moves forward with it, so the duration matches the
 * file.
 */
function endsOf(end: Moment, start: Moment, starts: Instants, clock: LocalClock): Instants {
  const ends = instantsOf(end, clock);
  const isSingle = ends.at.length === 1 && !ends.isGap;
  if (!starts.isGap || !isSingle || start.wallMs === undefined || end.wallMs === undefined) return ends;
  return { at: [starts.at[0] + end.wallMs - start.wallMs], isGap: false };
}

/**
 * Chooses the instants of the start and the end. If clocks show a time twice, chooses the pair that agrees with the
 * duration, or else the first pair that is in order.
 */
function choosePair(starts: Instants, ends: Instants, duration: Duration | undefined) {
  const first = { startMs: starts.at[0], endMs: ends.at[0] };
  if (starts.at.length === 1 && ends.at.length === 1) return { ...first, isSettled: false };
  const pairs = starts.at.flatMap((startMs) =>
    ends.at.map((endMs) => ({ startMs, endMs, seconds: (endMs - startMs) / 1000 })),
  );
  const fitting = pairs.filter(
    ({ seconds }) =>
      duration !== undefined && Math.abs(seconds - duration.seconds) <= Math.max(60, duration.slackSeconds),
  );
  const [chosen] = [...fitting, ...pairs.filter(({ seconds }) => seconds >= 0)];
  const { startMs, endMs } = chosen ?? first;
  return { startMs, endMs, isSettled: fitting.length === 1 };
}

function sayClockChange(
  moment: Moment,
  { at, isGap }: Instants,
  isSettled: boolean,
  doubts: Doubt[],
  chosenMs?: number,
) {
  if (!isGap && (at.length === 1 || isSettled)) return;
  const problem = isGap
    ? "Clocks were put forward over this time, so it did not exist."
    : "Clocks were put back over this time, so it occurred twice.";
  const becomes = isGap
    ? "the time moved forward by the length of the gap"
    : chosenMs === undefined
      ? "the first of the two"
      : `${new Date(chosenMs).toISOString().slice(0, 19)}Z`;
  addDoubt(doubts, moment.column, moment.text, problem, becomes);
}

function chooseSeconds(times: Times, clockSeconds: number, doubts: Doubt[]): number {
  const { start, end, duration, breakSeconds = 0 } = times;
  if (duration === undefined) return Math.max(0, clockSeconds - breakSeconds);
  const clockSlack = start.hasSeconds && end?.hasSeconds !== false ? 0 : 60;
  const difference = clockSeconds - breakSeconds - duration.seconds;
  if (difference === 0) return duration.seconds;
  if (Math.abs(difference) <= clockSlack + duration.slackSeconds) {
    return clockSlack < duration.slackSeconds ? clockSeconds - breakSeconds : duration.seconds;
  }
  const isBreak = times.hasHiddenBreaks && difference > 0;
  const problem = `From start to end it is ${durationText(clockSeconds)}.${isBreak ? " The difference is treated as a break." : ""}`;
  const { column, text, seconds } = duration;
  addDoubt(doubts, column, text, problem, durationText(seconds));
  return seconds;
}

function endBeforeStart({ start, duration }: Times, end: Moment, startMs: number, doubts: Doubt[]): Placed {
  const problem = "The end is before the start.";
  if (duration === undefined || duration.seconds === 0) return refuse(doubts, end.column, end.text, problem);
  addDoubt(doubts, end.column, end.text, problem, `the start and ${durationText(duration.seconds)}`);
  return finish(start, startMs, duration.seconds, doubts);
}

function finish(start: Moment, startMs: number, seconds: number, doubts: Doubt[]): Placed {
  if (startMs < 0 || startMs + seconds * 1000 >= lastMs) {
    return refuse(doubts, start.column, start.text, "The time is not between the years 1970 and 2199.");
  }
  if (seconds > longestDurationSeconds) {
    const problem = `The row lasts ${durationText(seconds)}; a time entry lasts at most 7 days.`;
    return refuse(doubts, start.column, start.text, problem);
  }
  return { startedAt: new Date(startMs), durationSeconds: seconds, leftOut: undefined };
}

export function refuse(doubts: Doubt[], column: string, read: string, problem: string): Placed {
  addDoubt(doubts, column, read, problem, null);
  return { startedAt: undefined, durationSeconds: 0, leftOut: "unreadable" };
}
