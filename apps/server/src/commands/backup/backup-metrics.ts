import { findLastEnded, findLastGood } from "#platform/backup/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";

export function addBackupMetrics(
  { gauge }: Pick<Metrics, "gauge">,
  db: Database,
  { folder, verifies }: { folder: string; verifies: boolean },
): void {
  const seconds = (instant: string | null | undefined) => (instant ? Date.parse(instant) / 1000 : Number.NaN);
  gauge("stint_backup_last_success_seconds", "When the latest existing backup was started (Unix time).", async () =>
    seconds((await findLastGood(db))?.started_at),
  );
  if (verifies) {
    gauge("stint_backup_last_verified_seconds", "When the latest existing backup was verified (Unix time).", async () =>
      seconds((await findLastGood(db))?.verified_at),
    );
  }
  gauge("stint_backup_free_bytes", "Free bytes on the disk of the backups.", () => readFreeBytes(folder));
  gauge("stint_backup_failed", "1 if the last backup failed or could not be verified.", async () => {
    const ended = await findLastEnded(db);
    return ended !== undefined && ended.error !== null ? 1 : 0;
  });
  gauge(
    "stint_backup_bytes",
    "Size of the latest existing backup.",
    async () => (await findLastGood(db))?.bytes ?? Number.NaN,
  );
}
