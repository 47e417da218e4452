// A profile's data, as commands see it.
import { type Context, folderOf, profileOf } from "#src/context/context.ts";
import { repositoryProject } from "#src/context/repository.ts";
import { Failure } from "#src/failure/failure.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { type Mirror, readMirror, type Settings } from "./mirror.ts";
import { openQueue, type Queue } from "./queue.ts";
import type { Names } from "./records.ts";
import { viewOf } from "./view.ts";
import type { QueuedWrite } from "./write.ts";

export type Store = ReturnType<typeof openStore>;

/**
 * Smaller differences between the clocks are ignored, because the server's replies state the time only in whole
 * seconds.
 */
const minSkewMs = 2_000;

/** Returns the instant, corrected by the last known difference between this machine's clock and the server's. */
export const correctedMs = (nowMs: number, { skewMs }: Pick<Settings, "skewMs">): number =>
  Math.abs(skewMs) < minSkewMs ? nowMs : nowMs + skewMs;

/** Opens the profile's data. Throws if there is no such profile, or if the mirror has never been filled. */
export function openStore(context: Context) {
  // Opening creates the folder, so a profile that does not exist must be refused first.
  profileOf(context);
  const folder = folderOf(context);
  const queue = openQueue(folder);
  let mirror: Mirror | undefined;
  const close = () => {
    mirror?.[Symbol.dispose]();
    queue[Symbol.dispose]();
  };
  try {
    // Read the queue before the mirror: if a write leaves the queue between the two reads, the mirror already contains
    // its effect.
    const writes = queue.list();
    mirror = readMirror(folder);
    return { ...readStore(context, queue, writes, mirror), [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

function readStore(context: Context, queue: Queue, writes: readonly QueuedWrite[], mirror: Mirror | undefined) {
  const settings = mirror?.settings();
  if (mirror === undefined || !settings?.me)
    throw new Failure(4, "There is no local copy of your time yet.", "Run stint sync once while you are online.");
  const { me } = settings;
  const zone = me.preferences.timeZone ?? me.organization.timeZone;
  const nowMs = correctedMs(context.now(), settings);
  let names: Names | undefined;
  return {
    queue,
    mirror,
    view: viewOf(mirror, queue, writes),
    settings: { ...settings, me },
    zone,
    weekStart: me.preferences.weekStart ?? me.organization.weekStart,
    // The current instant, corrected by the server's clock if this machine's clock is wrong.
    nowMs,
    today: dayOf(nowMs, zone),
    names: (): Names => (names ??= mirror.names()),
    // The ids of the projects and tasks that the user chose when a name could mean several.
    chosen: context.chosen,
    repositoryProject: () => repositoryProject(context),
  };
}
