import type { Logger } from "pino";
import { type DiskWatch, minFreeBytes, readFreeBytes, watchDisk } from "#platform/embedded-postgres/watch-disk.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";

const longOutageMs = 60_000;

/**
 * Returns a reason to restart the service if the embedded database has been down for long. The restart helps because
 * the service runs the database.
 */
export function findLongOutage(downSinceMs: number | undefined, nowMs: number): string | undefined {
  const downMs = downSinceMs === undefined ? 0 : nowMs - downSinceMs;
  return downMs > longOutageMs ? `the database has been down for ${Math.round(downMs / 1_000)} s` : undefined;
}

/** Monitors the disk space of the embedded database, and reports it to the log and metrics. */
export async function watchDataDisk(
  dataDir: string,
  { jobs, metrics, logger }: { jobs: JobRunner; metrics: Metrics; logger: Logger },
): Promise<DiskWatch> {
  const disk = await watchDisk({
    jobs,
    readFreeBytes: () => readFreeBytes(dataDir),
    onChange(isFull, freeBytes) {
      const room = { dataDir, freeBytes, minFreeBytes };
      if (isFull) logger.error(room, "the database's disk is nearly full; writes are refused");
      else logger.info(room, "the database's disk has space again; writes are accepted");
    },
  });
  metrics.gauge("stint_data_free_bytes", "Free bytes on the embedded database's disk.", disk.freeBytes);
  return disk;
}
