/** The instant at which the person last did something on this device, and the pauses since then that were long. */
export interface Activity {
  last: number;
  /** Start and end of the latest long pause. */
  pauseFrom: number;
  pauseTo: number;
}

const longPauseMs = 30 * 60_000;

/** The record after something was done at `now`. */
export function withActivity(before: Activity | undefined, now: number): Activity {
  const { last, pauseFrom, pauseTo } = before ?? { last: now, pauseFrom: 0, pauseTo: 0 };
  return now - last > longPauseMs ? { last: now, pauseFrom: last, pauseTo: now } : { last: now, pauseFrom, pauseTo };
}

/** The likely end of the work on a timer that began at `start`: the start of the latest long pause, if it is within. */
export function endOfWork(activity: Activity | undefined, start: number): number | undefined {
  return activity !== undefined && activity.pauseFrom > start ? activity.pauseFrom : undefined;
}
