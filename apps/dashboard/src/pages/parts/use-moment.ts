import { useSettings } from "#api/settings.ts";
import { dayOf } from "#time/zoned.ts";

/** Writes an instant as a day and a time of the person's zone. */
export function useMoment(): (instant: string) => string {
  const { format, zone } = useSettings();
  return (instant) => `${format.day(dayOf(instant, zone))} ${format.clock(instant)}`;
}
