import { randomUUID } from "node:crypto";
import type { Origin } from "#identity/history/record-change.ts";
import type { UnsentInvitation } from "#identity/invitations/invite-imported.ts";
import { type DatabasePool, openPool, sql } from "#platform/database/database.ts";
import type { ConnectionConfig } from "#platform/database/session-client.ts";
import { isConnectionError } from "#platform/database/database-errors.ts";
import { AppError } from "#platform/errors.ts";
import { findImport, type ImportRow } from "./queries.ts";
import { StaleWorkError } from "./stale-work-error.ts";

/*
 * Imports are worked on in the background. `imports.work` says what is to be done. Every node looks each second; the
 * first that gets the advisory lock of an import does its work. The lock belongs to a database session, so that it is
 * free as soon as a node is killed, and another node begins anew: reading removes what was staged, applying and undoing
 * are one transaction each.
 */

export interface ImportWorkerDeps {
  connection: ConnectionConfig;
  /** For files while they are read. */
  folder: string;
  onError: (error: unknown) => void;
  /** Called after the commit of an import or undo: there may be events to send. */
  onCommit: (orgId: string) => void;
  /** Called after the commit of an import, with the invitations to be mailed. */
  onInvited?: (origin: Origin, invitations: readonly UnsentInvitation[]) => Promise<void>;
  /** How often to look for work, in milliseconds; a second by default. */
  everyMs?: number;
}

export interface ImportWorker {
  stop(): Promise<void>;
}

/** Runs until it is stopped, which interrupts the work under way; another node, or the next start, begins it anew. */
export function startImportWorker(deps: ImportWorkerDeps): ImportWorker {
  const { everyMs = 1_000, onError } = deps;
  // By it the stop ends the sessions of this node only.
  const applicationName = `stint-imports ${randomUUID()}`;
  const settings = { idle_in_transaction_session_timeout: "0", lock_timeout: "60s", jit: "off" };
  // One connection holds the lock, one works, one tells the progress, and COPY takes two. A statement may take minutes.
  const pool = openPool({ connection: deps.connection, poolSize: 5, applicationName, statementTimeoutMs: 0, settings });
  let isStopping = false;
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= workOnImports(pool, deps, { isStopping: () => isStopping })
      .catch((error: unknown) => {
        if (!isStopping) onError(error);
      })
      .finally(() => (running = undefined));
  };
  const timer = setInterval(look, everyMs);
  look();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      const others = sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = ${applicationName} and pid <> pg_backend_pid()`;
      if (running !== undefined) await pool.query(others).catch(() => undefined);
      await running;
      await pool.end();
    },
  };
}

interface WorkScope {
  isStopping?: () => boolean;
  /** Only this import. */
  orgId?: string;
  id?: string;
}

/** Does all the work that no other node does; one failure does not stop the rest. */
export async function workOnImports(
  pool: DatabasePool,
  deps: Pick<ImportWorkerDeps, "folder" | "onCommit" | "onInvited" | "onError">,
  { isStopping = () => false, orgId: only, id: onlyId }: WorkScope = {},
): Promise<void> {
  if (only !== undefined && onlyId !== undefined) return workOnOne(pool, only, onlyId, deps).catch(deps.onError);
  const waiting = await pool.query<{ org_id: string; id: string }>(
    sql`select org_id, id from imports where work is not null order by updated_at`,
  );
  for (const { org_id: orgId, id } of waiting) {
    if (isStopping()) return;
    await workOnOne(pool, orgId, id, deps).catch((error: unknown) => {
      if (!isStopping() && !(error instanceof StaleWorkError)) deps.onError(error);
    });
  }
}

async function workOnOne(
  pool: DatabasePool,
  orgId: string,
  id: string,
  deps: Pick<ImportWorkerDeps, "folder" | "onCommit" | "onInvited">,
): Promise<void> {
  const holder = await pool.connect();
  // The lock ends with its session, so the session must not go back to the pool.
  let failure: Error | undefined;
  try {
    const name = `import ${orgId} ${id}`;
    const { rows } = await holder.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as taken", [name]);
    if (rows[0]?.taken !== true) return;
    const row = await findImport(pool, orgId, id);
    if (row !== undefined) await work(pool, row, deps).catch((error: unknown) => giveUp(pool, row, error));
    await holder.query("select pg_advisory_unlock_all()");
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    holder.release(failure);
  }
}

/**
 * Ends work that would fail again, with the state that it began from. Lost connections are another matter: the work is
 * begun anew.
 */
async function giveUp(pool: DatabasePool, { org_id: orgId, id, version }: ImportRow, error: unknown): Promise<never> {
  if (!isConnectionError(error) && !(error instanceof StaleWorkError)) {
    const failure = "The service met an error that it did not expect. Its log says more; try again.";
    await pool.query(sql`
      update imports
         set status = case work when 'apply' then 'previewed' when 'undo' then 'applied' else 'failed' end, work = null,
             failure = ${error instanceof AppError ? error.message : failure}, version = version + 1,
             updated_at = date_trunc('milliseconds', clock_timestamp())
       where org_id = ${orgId} and id = ${id} and version = ${version} and work is not null`);
  }
  throw error;
}

/** The code is loaded when there is work: the readers of all files would delay every start. */
async function work(
  pool: DatabasePool,
  row: ImportRow,
  { folder, onCommit, onInvited }: Pick<ImportWorkerDeps, "folder" | "onCommit" | "onInvited">,
): Promise<void> {
  switch (row.work) {
    case "read":
      return (await import("./reading/read-import.ts")).readImport(pool, row, folder);
    case "plan":
      return (await import("./reading/read-import.ts")).planAgain(pool, row);
    case "apply": {
      const invitations = await (await import("./applying/apply-staged.ts")).applyStaged(pool, row);
      onCommit(row.org_id);
      return onInvited?.(row.origin, invitations);
    }
    case "undo":
      await (await import("./applying/undo-import.ts")).undoImport(pool, row);
      return onCommit(row.org_id);
    case null:
  }
}
