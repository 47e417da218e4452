/** When the person was last active on this device, and the latest long pause before that. */
export interface Activity {
  last: number;
  /** The start and end of the latest long pause. */
  pauseFrom: number;
  pauseTo: number;
}

const longPauseMs = 30 * 60_000;

/** Returns the record with activity at `now` added. */
export function withActivity(before: Activity | undefined, now: number): Activity {
  const { last, pauseFrom, pauseTo } = before ?? { last: now, pauseFrom: 0, pauseTo: 0 };
  return now - last > longPauseMs ? { last: now, pauseFrom: last, pauseTo: now } : { last: now, pauseFrom, pauseTo };
}

/**
 * Returns when the work on a timer started at `start` probably ended: at the start of the latest long pause. Undefined
 * if there has been no long pause since `start`.
 */
export function endOfWork(activity: Activity | undefined, start: number): number | undefined {
  return activity !== undefined && activity.pauseFrom > start ? activity.pauseFrom : undefined;
}
