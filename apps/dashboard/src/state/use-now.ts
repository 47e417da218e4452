import { useEffect, useState } from "react";
import { clock } from "#api/connection/client.ts";

const minuteMs = 60_000;
const checkMs = 1000;

/**
 * The server's time, updated at the start of each minute. Without `since`, the time is rounded down to the minute. With
 * `since`, the time is exact and is also updated at each whole minute after `since`, so running durations change
 * together with the timer's.
 */
export function useNow(since?: string): number {
  const [now, setNow] = useState(() => clock.now());
  const sinceMs = since === undefined ? 0 : Date.parse(since);
  useEffect(() => {
    const minutesSince = (ms: number) => Math.floor((ms - sinceMs) / minuteMs);
    const check = () => {
      const at = clock.now();
      setNow((before) =>
        minuteOf(before) === minuteOf(at) && minutesSince(before) === minutesSince(at) ? before : at,
      );
    };
    check();
    const timer = setInterval(check, checkMs);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return since === undefined ? minuteOf(now) * minuteMs : now;
}

function minuteOf(ms: number): number {
  return Math.floor(ms / minuteMs);
}
