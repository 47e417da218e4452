import { useEffect, useState } from "react";
import { clock } from "./client.ts";

const minuteMs = 60_000;
const looksMs = 5000;

/** The server's time, cut to the minute; the screen follows when another minute begins. */
export function useNow(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), looksMs);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

function thisMinute(): number {
  return Math.floor(clock.now() / minuteMs) * minuteMs;
}
