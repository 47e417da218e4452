import { addDays } from "@stint/grammar/days.ts";
import { startOfDay } from "@stint/grammar/zone.ts";
import type { Store } from "./store.ts";
import { entriesOf } from "./view.ts";

type Read = Pick<Store, "mirror" | "view" | "today" | "zone">;

/** Sums the seconds of the entries and the timer that started today. */
export function todaySeconds({ mirror, view, today, zone }: Read, nowMs: number): number {
  const [fromMs, toMs] = [startOfDay(today, zone), startOfDay(addDays(today, 1), zone)];
  const past = secondsOf(entriesOf(view, mirror, fromMs, toMs));
  const startMs = view.timer === null ? NaN : Date.parse(view.timer.startedAt);
  return past + (startMs >= fromMs ? elapsed(startMs, nowMs) : 0);
}

export const secondsOf = (entries: readonly { seconds: number }[]): number =>
  entries.reduce((sum, { seconds }) => sum + seconds, 0);

/** Returns the elapsed seconds. They are never negative, even if the clock was set back. */
export const elapsed = (startMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - startMs) / 1000));
