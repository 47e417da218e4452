import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { commandSessions } from "#commands/open/open-service.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { findOrganization, listOrganizations } from "#identity/organizations/queries.ts";
import { sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { findZone } from "@stint/grammar/find-zone.ts";
import { applyImport, createImport, removeImport } from "#tracking/exchange/imports/import-verbs.ts";
import { workOnOne } from "#tracking/exchange/imports/worker/import-worker.ts";
import { imports } from "#tracking/exchange/imports/import.ts";
import { listPeople } from "#tracking/exchange/imports/queries.ts";
import { receiveFile } from "#tracking/exchange/imports/receive-file.ts";
import type { Import, UploadQuery } from "#tracking/exchange/imports/schemas.ts";
import { legacyEncodings } from "#tracking/exchange/imports/sources/files/guess-encoding.ts";
import { decimalMarks, durationUnits, sourceNames } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { toImport } from "#tracking/exchange/imports/to-import.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";

export interface ImportRequest {
  path: string;
  org: string | undefined;
  source: string | undefined;
  timeZone: string | undefined;
  encoding: string | undefined;
  dateOrder: string | undefined;
  durationUnit: string | undefined;
  decimalMark: string | undefined;
  dryRun: boolean;
}

const pollMs = 200;
const mediaTypes: Record<string, string> = { ".zip": "application/zip", ".json": "application/json" };

/**
 * Imports a file on behalf of the organization's first owner, in this process unless a running service picks up the
 * import first. Calls `onProgress` while the file is read and applied.
 */
export async function importFile(
  { db, connection }: Pick<OpenDatabase, "db" | "connection">,
  request: ImportRequest,
  onProgress: (shown: Import) => void,
): Promise<Import> {
  const query = readQuery(request);
  await requireContent(request.path);
  const origin = await findAuthor(db, request.org);
  const pool = openPool({
    connection,
    poolSize: commandSessions,
    applicationName: "stint-import-command",
    statementTimeoutMs: 0,
    settings: { idle_in_transaction_session_timeout: "0", lock_timeout: "60s" },
  });
  const folder = await mkdtemp(join(tmpdir(), "stint-import-"));
  const { orgId } = origin;
  const id = newId("imp");

  const show = async (): Promise<Import> => {
    const [row, organization] = [await imports.find(db, orgId, id), await findOrganization(db, orgId)];
    if (row === undefined)
      throw new CommandError("The import was deleted before it was finished. Run the command again.");
    return toImport(row, await listPeople(db, orgId, [id]), {
      timeZone: organization?.time_zone ?? "UTC",
      money: true,
    });
  };

  /** Processes the import, unless a service does, and polls its progress until it is finished. */
  const settle = async (): Promise<Import> => {
    for (;;) {
      const failures: unknown[] = [];
      const deps = { folder, onCommit: () => undefined };
      const working = workOnOne(pool, { org_id: orgId, id }, deps).catch((error: unknown) => failures.push(error));
      const watching = new AbortController();
      const shown = watch(show, onProgress, watching.signal);
      await working.finally(() => watching.abort());
      await shown;
      const now = await show();
      if (now.progress === null) return now;
      if (failures.length > 0) throw failures[0];
      onProgress(now);
      await pause(pollMs);
    }
  };

  try {
    const mediaType = mediaTypes[extname(request.path).toLowerCase()] ?? "text/csv";
    const bytes = await receiveFile(db, orgId, id, createReadStream(request.path));
    await db.transaction((tx) => createImport(tx, origin, { id, query, mediaType, bytes }));
    const previewed = await settle();
    if (request.dryRun || previewed.status !== "previewed" || previewed.questions.length > 0) {
      await db.transaction((tx) => removeImport(tx, origin, { id, ifMatch: undefined }));
      return previewed;
    }
    await db.transaction((tx) => applyImport(tx, origin, { id, ifMatch: undefined }));
    return await settle();
  } catch (error) {
    throw error instanceof AppError ? new CommandError(error.message) : error;
  } finally {
    await pool.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function requireContent(path: string): Promise<void> {
  const advice = "Give the path of the file that the other program exported.";
  const { size } = await stat(path).catch(() => {
    throw new CommandError(`${path} cannot be read. ${advice}`);
  });
  if (size === 0) throw new CommandError(`${path} is empty. ${advice}`);
}

async function watch(
  show: () => Promise<Import>,
  onProgress: (shown: Import) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    onProgress(await show());
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

function readQuery(request: ImportRequest): UploadQuery {
  const { path } = request;
  const timeZone = request.timeZone === undefined ? undefined : findZone(request.timeZone);
  if (timeZone === undefined && request.timeZone !== undefined)
    throw new CommandError(
      `--time-zone must be an IANA name such as Europe/Berlin, not ${JSON.stringify(request.timeZone)}.`,
    );
  const source = oneOf("--source", sourceNames, request.source);
  const encoding = oneOf("--encoding", legacyEncodings, request.encoding);
  const dateOrder = oneOf("--date-order", ["ymd", "dmy", "mdy"], request.dateOrder);
  const durationUnit = oneOf("--duration-unit", durationUnits, request.durationUnit);
  const decimalMark = oneOf("--decimal-mark", decimalMarks, request.decimalMark);
  return {
    fileName: basename(path).slice(0, 255),
    ...(source === undefined ? {} : { source }),
    ...(timeZone === undefined ? {} : { tz: timeZone }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(durationUnit === undefined ? {} : { durationUnit }),
    ...(decimalMark === undefined ? {} : { decimalMark }),
  };
}

function oneOf<const Value extends string>(
  flag: string,
  values: readonly Value[],
  given: string | undefined,
): Value | undefined {
  const found = values.find((value) => value === given);
  if (given !== undefined && found === undefined)
    throw new CommandError(`${flag} must be one of ${values.join(", ")}, not ${JSON.stringify(given)}.`);
  return found;
}

type Db = OpenDatabase["db"];

async function findAuthor(db: Db, org: string | undefined): Promise<Origin & { userId: string }> {
  const organizations = await listOrganizations(db);
  const [only] = organizations;
  if (org === undefined && (only === undefined || organizations.length > 1))
    throw new CommandError(
      only === undefined
        ? "There is no organization yet. Create one with org create."
        : "There are several organizations. Choose one with --org; org list shows them.",
    );
  const orgId = org ?? only?.id ?? "";
  const [owner] = await db.query<{ user_id: string }>(sql`
    select user_id from members
     where org_id = ${orgId} and role = 'owner' and deactivated_at is null order by created_at, user_id limit 1`);
  if (owner === undefined)
    throw new CommandError(
      `There is no organization ${JSON.stringify(orgId)} with an active owner; org list shows all organizations.`,
    );
  return { orgId, userId: owner.user_id, keyId: null, requestId: null, address: null };
}
