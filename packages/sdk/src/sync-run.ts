import { ApiError } from "./errors.ts";

/** Where a run of a sync starts: from the beginning if both fields are absent. */
export interface SyncStart {
  /**
   * `cursor` from the `synced` change of the last run. Takes precedence over `since`, and is exact even if the clock of the
   * server's database is set back.
   */
  cursor?: string | undefined;
  /** `since` from the `synced` change of the last run, for copies that were made before there were cursors. */
  since?: string | undefined;
}

/** The end of a run: what to store for the next one. */
export interface Synced {
  kind: "synced";
  /** Undefined only if the server is older than this client. */
  cursor: string | undefined;
  /** The instant up to which the copy is complete, by the server's clock. */
  since: string;
}

interface RunPage {
  nextCursor: string | null;
  syncedTo: string;
  resumeCursor: string;
}

/**
 * Yields the pages of a run, after `reset` if the run starts from the beginning: because it has neither a cursor nor
 * `since`, because the server refuses the cursor, or because `since` is too old.
 */
export async function* readRun<Reply extends RunPage>(
  read: (start: SyncStart) => Promise<Reply>,
  { cursor, since }: SyncStart,
  longestAbsenceMs = Infinity,
): AsyncGenerator<Reply | "reset", Synced, undefined> {
  let start: SyncStart = cursor === undefined ? { since } : { cursor };
  let page = await read(start).catch((error: unknown) => {
    if (cursor !== undefined && isCursorRefused(error)) return undefined;
    throw error;
  });
  // Measures by the server's clock, because the client's clock may be wrong.
  const isAfter = (instant: string, reply: Reply) =>
    Date.parse(reply.syncedTo) - Date.parse(instant) > longestAbsenceMs;
  if (page === undefined || (start.since !== undefined && isAfter(start.since, page))) {
    start = {};
    page = await read(start);
  }
  if (start.since === undefined && start.cursor === undefined) yield "reset";
  for (;;) {
    yield page;
    const { nextCursor, syncedTo, resumeCursor } = page;
    if (nextCursor === null) return { kind: "synced", cursor: resumeCursor as string | undefined, since: syncedTo };
    page = await read({ since: start.since, cursor: nextCursor });
  }
}

function isCursorRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422 && error.errors.some(({ pointer }) => pointer === "/cursor");
}
