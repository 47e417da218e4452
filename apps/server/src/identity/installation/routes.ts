import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { countOrganizations } from "#identity/organizations/queries.ts";
import type { BackupControl } from "#platform/backup/backup-control.ts";
import type { BackupRow } from "#platform/backup/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Backup, Backups, StartedBackup } from "./schemas.ts";
import { shownAs } from "#platform/fields/shown.ts";

interface InstallationDeps {
  db: DatabasePool;
  mutate: Mutate;
  /** Undefined if there is no folder for backups: with DATABASE_URL, but without BACKUP_DIR. */
  backups: BackupControl | undefined;
}

const whoMay =
  "Only for owners. A backup contains all organizations of the installation, so this is refused (403) if there are several, unless the operator allows it (`BACKUP_OWNERS`).";

const operations = {
  getBackups: {
    at: "GET /installation/backups",
    access: "organization:read",
    ownerOnly: true,
    summary: "List the backups of the installation",
    description: whoMay,
    reply: Backups,
    others: [],
  },
  startBackup: {
    at: "POST /installation/backups",
    access: "organization:write",
    ownerOnly: true,
    summary: "Start a backup now",
    description: `It is made in the background. ${whoMay} 503 if the operator has not configured a backup folder.`,
    reply: StartedBackup,
    others: [503],
  },
} as const satisfies Operations;

export async function installationRoutes(app: HttpApp, { db, mutate, backups }: InstallationDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Installation", mutate },
    {
      async getBackups() {
        await requirePermission(db, backups);
        const data = (await backups?.list()) ?? [];
        return { body: { schedule: toSchedule(backups), data: data.map(toBackup) } };
      },
      async startBackup(tx) {
        await requirePermission(tx, backups);
        if (backups === undefined)
          throw new AppError("not_configured", "This server has no backup folder. Its operator has to set BACKUP_DIR.");
        return { body: { status: (await backups.runNow()) === "begun" ? "begun" : "underWay" } };
      },
    },
  );
}

async function requirePermission(db: Parameters<typeof countOrganizations>[0], backups: BackupControl | undefined) {
  const owners = backups?.owners ?? "only";
  if (owners === "all" || (owners === "only" && (await countOrganizations(db)) === 1)) return;
  throw new AppError(
    "forbidden",
    "Only the operator may see this installation's backups, because they contain other organizations too.",
  );
}

function toSchedule(backups: BackupControl | undefined) {
  if (backups?.at === undefined) return null;
  const { days, weeks, months } = backups.keep;
  return { ...backups.at, keepDays: days, keepWeeks: weeks, keepMonths: months };
}

const toStored = shownAs(Backup, "sizeBytes");

function toBackup(row: BackupRow) {
  return { ...toStored(row), sizeBytes: row.bytes };
}
