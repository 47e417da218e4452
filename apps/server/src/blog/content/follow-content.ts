import { buildContent, type Content } from "./content.ts";
import { announceServed, readContent, readState } from "./queries.ts";
import { retryMs as usualRetryMs } from "#platform/database/connection/session-client.ts";
import type { Database } from "#platform/database/database.ts";

export interface FollowOptions {
  db: Database;
  /** The name of this process's LISTEN connection. The process announces its version to importers under this name. */
  listener: string;
  retryMs?: number;
}

export function followContent({ db, listener, retryMs = usualRetryMs }: FollowOptions) {
  let content: Content | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function read(): Promise<void> {
    clearTimeout(retry);
    try {
      if (!isCurrent(await readState(db))) {
        const { state, rows } = await readContent(db);
        content = buildContent(state, rows, content);
      }
      if (content !== undefined) await announceServed(db, listener, content.state.version);
    } catch (error) {
      if (!stopped) retry = setTimeout(() => void reload().catch(() => undefined), retryMs).unref();
      throw error;
    }
  }

  // Compares the instant of the change as well as the version, because a database restored from a backup may assign the
  // same version again.
  function isCurrent(state: { version: number; changedAt: string }): boolean {
    return content?.state.version === state.version && content.state.changedAt === state.changedAt;
  }

  // Runs one read at a time, so an earlier read never replaces the result of a later read. All calls during a read
  // share the next read.
  function reload(): Promise<void> {
    if (next !== undefined) return next;
    if (running === undefined) return run();
    next = running.then(run, run);
    return next;
  }

  function run(): Promise<void> {
    next = undefined;
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  }

  return {
    /** Returns the content that was last read; undefined until the first successful read. */
    current: (): Content | undefined => content,
    /**
     * Reads the content if its version differs from the served one. If that fails, rejects, keeps serving the old
     * content and retries until a read succeeds.
     */
    reload,
    /** Cancels pending retries. */
    stop() {
      stopped = true;
      clearTimeout(retry);
    },
  };
}
