import { invalid } from "#platform/errors.ts";
import { isSnapshot } from "#platform/database/connection/server-history.ts";
import { fingerprint } from "#platform/http/replies/cursor.ts";
import { parseInstant } from "#platform/time.ts";

/*
 * A copy is brought up to date in runs of several pages. A run lists what was committed after the mark of the previous
 * run, ordered by the instants of the changes. It ends with a new mark, which was set before the run's first page was
 * read. `syncedTo` is the instant of that mark, for programs that ask with `since`; the instant is exact unless the
 * database's clock was set back. `resumeCursor` contains the whole mark, which is exact regardless of the clock.
 */

/** A position in the order in which transactions were committed, up to which a copy is complete. */
export interface Mark {
  /** The run of the database server that numbered the transactions: see findHistory. */
  history: string;
  /** The result of pg_current_snapshot(). */
  seen: string;
  /** The last transaction in the snapshot that changed something in the organization; null if there is none. */
  last: string | null;
  /** No transaction that the snapshot lacks began before this instant, by the database's clock at that time. */
  at: string;
}

export interface Run {
  /** Where the next run continues. */
  mark: Mark;
  /** The first instant of the changes that the run lists. Null for a first run, which lists what exists. */
  from: string | null;
  /** The last instant of these changes; null if there is no upper bound. */
  until: string | null;
  /** Whether changes may have an earlier instant than others that were committed before them. */
  isDisordered: boolean;
}

/** The last change of a page. */
export interface ChangePosition {
  at: string;
  id: string;
}

export interface Page {
  run: Run;
  /** Undefined on the first page. */
  after: ChangePosition | undefined;
}

/** The list that a cursor belongs to: its name, and the filters that have to be the same in all runs. */
export interface List {
  name: string;
  filters: unknown;
}

const form = "v1";

export function encodeMark({ history, seen, last, at }: Mark, list: List): string {
  return encode([form, boundOf(list, undefined), history, seen, last, at]);
}

/** A cursor for the next page is bound to the run's `since` too. */
export function encodePage(
  { mark, from, until, isDisordered }: Run,
  after: ChangePosition,
  list: List,
  since?: string,
) {
  const { history, seen, last, at } = mark;
  return encode([form, boundOf(list, since), history, seen, last, at, from, until, isDisordered, after.at, after.id]);
}

/** Returns the page or the mark that a cursor stands for. Throws 422 if it is malformed or belongs to another list. */
export function decodeCursor(cursor: string, list: List, since?: string): Page | Mark {
  const parts = parse(cursor);
  if (parts === undefined)
    throw invalid("/cursor", "bad_cursor", "must be an unchanged nextCursor or resumeCursor of this list");
  if (parts[1] !== boundOf(list, since))
    throw invalid(
      "/cursor",
      "other_list",
      "belongs to a list with other filters or another `since`; start over without it",
    );
  const [, , history, seen, last, at, from, until, isDisordered, afterAt, afterId] = parts;
  const mark = { history, seen, last, at } as Mark;
  if (afterId === undefined) return mark;
  return { run: { mark, from, until, isDisordered } as Run, after: { at: afterAt, id: afterId } as ChangePosition };
}

const boundOf = ({ name, filters }: List, since: string | undefined) => fingerprint([name, since, filters]);

const encode = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

const isNumber = (text: unknown) => typeof text === "string" && /^\d{1,19}$/.test(text);
const isInstant = (text: unknown) => typeof text === "string" && parseInstant(text) !== undefined;

function parse(cursor: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (!Array.isArray(parts) || parts[0] !== form || (parts.length !== 6 && parts.length !== 11)) return undefined;
    const [, , history, seen, last, at, from, until, isDisordered, afterAt, afterId] = parts as unknown[];
    const isMark =
      typeof history === "string" && isSnapshot(seen) && (last === null || isNumber(last)) && isInstant(at);
    if (!isMark) return undefined;
    if (parts.length === 6) return parts;
    const isRun =
      [from, until].every((bound) => bound === null || isInstant(bound)) && typeof isDisordered === "boolean";
    const isAfter = isInstant(afterAt) && typeof afterId === "string" && /^[a-z0-9_]{1,64}$/.test(afterId);
    return isRun && isAfter ? parts : undefined;
  } catch {
    return undefined;
  }
}
