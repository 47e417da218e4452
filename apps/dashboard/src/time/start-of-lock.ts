import { startOfDay } from "./zoned.ts";

/** The instant before which entries are read-only. Without a lock date, -Infinity. */
export function startOfLock({ lockDate, timeZone }: { lockDate: string | null; timeZone: string }): number {
  return lockDate === null ? -Infinity : startOfDay(lockDate, timeZone);
}
