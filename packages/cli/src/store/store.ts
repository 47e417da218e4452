// One profile's data, as seen by a command.
import { Failure } from "#src/failure/failure.ts";
import type { WeekDay } from "#src/time/period.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { type Mirror, readMirror } from "./mirror.ts";
import { openQueue, type Queue } from "./queue.ts";
import type { Names, Settings } from "./records.ts";
import { type View, viewOf } from "./view.ts";

export interface Store {
  queue: Queue;
  mirror: Mirror;
  view: View;
  settings: Settings & { me: NonNullable<Settings["me"]> };
  zone: string;
  weekStart: WeekDay;
  /** The current time; uses the server's clock if ours is wrong. */
  nowMs: number;
  today: string;
  names: () => Names;
}

/** A smaller difference does not matter; replies only have seconds. */
const leastSkewMs = 2_000;

/** The server's time, as far as it is known. */
export const correctedMs = (nowMs: number, { skewMs }: Pick<Settings, "skewMs">): number =>
  Math.abs(skewMs) < leastSkewMs ? nowMs : nowMs + skewMs;

/** Opens the profile's data; fails if the mirror has never been filled. */
export function openStore(folder: string, nowMs: number): Store {
  const queue = openQueue(folder);
  // Read before the mirror: a write that leaves the queue in the meantime is then already in the mirror.
  const writes = queue.list();
  const mirror = readMirror(folder);
  const settings = mirror?.settings();
  if (mirror === undefined || !settings?.me)
    throw new Failure(4, "There is no local copy of your time yet.", "Run stint sync once while you are online.");
  const { me } = settings;
  const zone = me.preferences.timeZone ?? me.organization.timeZone;
  const now = correctedMs(nowMs, settings);
  let names: Names | undefined;
  return {
    queue,
    mirror,
    view: viewOf(mirror, queue, writes),
    settings: { ...settings, me },
    zone,
    weekStart: me.preferences.weekStart ?? me.organization.weekStart,
    nowMs: now,
    today: dayOf(now, zone),
    names: () => (names ??= mirror.names()),
  };
}
