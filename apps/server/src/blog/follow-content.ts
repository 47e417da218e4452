import { buildContent, type Content } from "./content.ts";
import { announceServed, readContent, readState } from "./queries.ts";
import type { Database } from "#platform/database/database.ts";

export interface FollowedContent {
  /** The content as last read; undefined until the first reading succeeded. */
  current: () => Content | undefined;
  /**
   * Reads the content if its version is another one than that served. Rejects when that fails; the content stays what
   * it was and the reading is tried again until it succeeds.
   */
  reload: () => Promise<void>;
  /** Ends the tries that are still to come. */
  stop: () => void;
}

export interface FollowOptions {
  db: Database;
  /** This process's LISTEN connection, under whose name it tells importers what it serves. */
  listener: string;
  retryMs?: number;
}

export function followContent({ db, listener, retryMs = 500 }: FollowOptions): FollowedContent {
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

  // A database put back from a backup may count the same versions again.
  function isCurrent(state: { version: number; changedAt: string }): boolean {
    return content?.state.version === state.version && content.state.changedAt === state.changedAt;
  }

  // Readings follow each other, so that none overtakes a later one; all who ask during one share the next.
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
    current: () => content,
    reload,
    stop() {
      stopped = true;
      clearTimeout(retry);
    },
  };
}
