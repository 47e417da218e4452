import { randomUUID } from "node:crypto";
import { pollMs } from "#platform/jobs/job-runner.ts";
import { nextVersion } from "#platform/database/columns.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import type { ConnectionConfig } from "#platform/database/connection/session-client.ts";
import { isConnectionError } from "#platform/database/database-errors.ts";
import { AppError } from "#platform/errors.ts";
import { remember } from "#platform/concurrency/remember.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import type { Job, JobOptions, JobRunner } from "#platform/jobs/job-runner.ts";
import { endSessionsWith, tryLock, whileLocked } from "#platform/jobs/session-lock.ts";
import { dayMs } from "#platform/days.ts";
import { mebibyte } from "#platform/process/memory.ts";
import type { AddMails } from "#tracking/exchange/imports/applying/apply-staged.ts";
import { imports, type ImportRow, StaleWorkError } from "#tracking/exchange/imports/import.ts";
import { findUnderWay } from "#tracking/exchange/imports/queries.ts";

/*
 * Imports are processed in the background; `imports.work` says what to do. Every node polls each second, and the first
 * one to acquire an import's advisory lock does its work. The lock belongs to a database session, so it is released as
 * soon as a node is killed, and another node starts the work again. This is safe, because reading first removes all
 * staged rows, and applying and undoing are one transaction each.
 *
 * A node works on two imports at once: one of any size and one that is small, so a small import never waits for a large
 * one. The organization served least recently is next. Imports of one organization are applied and undone one at a
 * time, because they wait for each other's keys.
 */

interface WorkDeps {
  /** The folder for files while they are being read. */
  folder: string;
  /** The limit for each organization's files and rows in the database, in bytes. */
  maxBytes?: number;
  /** Called after an import or an undo is committed, because there may be events to send. */
  onCommit: (orgId: string) => void;
  /** Queues the invitations' emails in the transaction of the import, so that both are committed or neither is. */
  addMails?: AddMails;
  /** Called after COMMIT, because there may be emails to send. */
  onMails?: () => void;
}

export interface ImportWorkerDeps extends WorkDeps {
  jobs: JobRunner;
  metrics: Pick<Metrics, "gauge">;
  connection: ConnectionConfig;
  onError: (error: unknown) => void;
  /** If tracing is on, wraps the pool so that its SQL statements are traced. */
  tracePool?: (pool: DatabasePool) => DatabasePool;
  /** How often to poll for work, in milliseconds; a second by default. */
  everyMs?: number;
}

/** Works until stopped. Stopping interrupts the current work, which another node or the next start will begin again. */
export function startImportWorker({
  jobs,
  metrics,
  connection,
  tracePool = (pool) => pool,
  everyMs = pollMs,
  ...deps
}: ImportWorkerDeps) {
  // The name is unique, so that an abort ends only this node's database connections.
  const applicationName = `stint-imports ${randomUUID()}`;
  const settings = { idle_in_transaction_session_timeout: "0", lock_timeout: "60s", jit: "off" };
  // Each of the two imports needs three connections: one each for the lock, the work and the progress. There is no
  // timeout, because an SQL statement may take minutes.
  const pool = tracePool(openPool({ connection, poolSize: 6, applicationName, statementTimeoutMs: 0, settings }));
  const start = (job: Omit<JobOptions, "timeoutMs">): Job =>
    jobs.start({
      ...job,
      timeoutMs: dayMs,
      run(signal) {
        endSessionsWith(signal, pool, applicationName);
        return job.run(signal);
      },
    });
  const work = (size: Size) => (signal: AbortSignal) => workOnImports(pool, deps, { signal, size });
  const started = [
    start({ name: "imports-any", everyMs, run: work("any") }),
    start({ name: "imports-small", everyMs, run: work("small") }),
  ];
  for (const job of started) job.wake();
  const underWay = remember(everyMs, () => findUnderWay(pool));
  metrics.gauge(
    "stint_imports_under_way",
    "Imports that are being read, applied or undone, or are waiting for it, on any node.",
    async () => (await underWay()).count,
  );
  metrics.gauge(
    "stint_import_oldest_seconds",
    "How long the oldest of them has been in progress or waiting.",
    async () => (await underWay()).oldest_seconds,
  );
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()));
      await pool.end();
    },
  };
}

type Size = "any" | "small";

/** Does all the work that no other node is doing. A failure does not stop the rest of the work. */
export async function workOnImports(
  pool: DatabasePool,
  deps: WorkDeps & Pick<ImportWorkerDeps, "onError">,
  { signal, size = "any" }: { signal?: AbortSignal; size?: Size } = {},
): Promise<void> {
  const failed = new Set<string>();
  const isAborted = () => signal?.aborted === true;
  const doNext = async (): Promise<boolean> => {
    for (const next of await listWaiting(pool, size)) {
      if (isAborted()) return false;
      if (failed.has(next.id)) continue;
      try {
        if (await workOnOne(pool, next, deps)) return true;
      } catch (error) {
        failed.add(next.id);
        if (!isAborted() && !(error instanceof StaleWorkError)) deps.onError(error);
      }
    }
    return false;
  };
  while (await doNext());
}

/**
 * The maximum size of a small file, which is read and stored in a moment. A zip counts as ten times its size, which is
 * about the size of its files.
 */
const smallBytes = mebibyte;

/** The imports with work, those of the organizations that were served least recently first. */
function listWaiting(db: DatabasePool, size: Size): Promise<Waiting[]> {
  const isSmall = sql`and bytes * case media_type when 'application/zip' then 10 else 1 end <= ${smallBytes}`;
  return db.query<Waiting>(sql`
    select org_id, id from imports i
     where work is not null ${size === "small" ? isSmall : sql``}
     order by (select max(updated_at) from imports o
                where o.org_id = i.org_id and (o.work is null or o.progress_done > 0)) nulls first, updated_at`);
}

/** Does an import's work unless another node has its lock; returns whether it did. */
export async function workOnOne(pool: DatabasePool, { org_id: orgId, id }: Waiting, deps: WorkDeps): Promise<boolean> {
  const isDone = await whileLocked({ pool, name: `import ${orgId} ${id}` }, async (session) => {
    const row = await imports.find(pool, orgId, id);
    if (row === undefined || row.work === null) return false;
    const isWriting = row.work === "apply" || row.work === "undo";
    if (isWriting && !(await tryLock(session, `imports written ${orgId}`))) return false;
    await work(pool, row, deps).catch((error: unknown) => giveUp(pool, row, error));
    return true;
  });
  return isDone === true;
}

/**
 * Ends work that would fail again. The import becomes `failed` after reading or planning, and regains its previous
 * status after applying or undoing. After a lost connection or a user's change, it stays as it is, so that the work
 * starts again.
 */
async function giveUp(pool: DatabasePool, { org_id: orgId, id, version }: ImportRow, error: unknown): Promise<never> {
  if (!isConnectionError(error) && !(error instanceof StaleWorkError)) {
    const failure = "An unexpected error occurred; the service's log has the details. Try again.";
    await pool.query(sql`
      update imports
         set status = case work when 'apply' then 'previewed' when 'undo' then 'applied' else 'failed' end, work = null,
             failure = ${error instanceof AppError ? error.message : failure}, ${nextVersion}
       where org_id = ${orgId} and id = ${id} and version = ${version} and work is not null`);
  }
  throw error;
}

/** Does the import's work. Loads the code only now, because the file readers would delay every start of the service. */
async function work(
  pool: DatabasePool,
  row: ImportRow,
  { folder, maxBytes = Infinity, onCommit, addMails, onMails }: WorkDeps,
): Promise<void> {
  switch (row.work) {
    case "read":
      return (await import("#tracking/exchange/imports/staging/read-import.ts")).readImport(pool, row, {
        folder,
        maxBytes,
        plan: (await import("#tracking/exchange/imports/matching/plan-import.ts")).planAgain,
      });
    case "plan":
      return (await import("#tracking/exchange/imports/matching/plan-import.ts")).planAgain(pool, row);
    case "apply": {
      await (await import("#tracking/exchange/imports/applying/apply-staged.ts")).applyStaged(pool, row, addMails);
      onCommit(row.org_id);
      return onMails?.();
    }
    case "undo":
      await (await import("#tracking/exchange/imports/undoing/undo-import.ts")).undoImport(pool, row);
      return onCommit(row.org_id);
    case null:
  }
}

interface Waiting {
  org_id: string;
  id: string;
}
