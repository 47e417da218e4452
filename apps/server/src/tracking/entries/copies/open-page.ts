import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { dayMs } from "#platform/days.ts";
import { decodeCursor, type List, type Mark, type Page, type Run } from "./position.ts";
import { type Now, readNow } from "./queries.ts";

export interface CopiedList extends List {
  /** The actions after which a listed object exists. */
  actions: readonly string[];
  /** After this many days, a run that continues from a mark would miss changes; undefined if it never would. */
  keptDays?: number;
}

const beginning = "1970-01-01T00:00:00.000Z";
/** Begins a run, or continues one at the page that the cursor stands for. */
export async function openPage(
  db: Database,
  orgId: string,
  list: CopiedList,
  { since, cursor }: { since: string | undefined; cursor: string | undefined },
): Promise<Page> {
  const found = cursor === undefined ? undefined : decodeCursor(cursor, list, since);
  if (found !== undefined && "run" in found) return found;
  const now = await readNow(db, orgId, found, list.actions);
  return { run: found === undefined ? runSince(now, since) : runAfter(now, found, list), after: undefined };
}

function runSince({ mark, clock }: Now, since: string | undefined): Run {
  if (since === undefined) return { mark, from: null, until: null, isDisordered: false };
  // An instant in the future shows that the clock was set back by an unknown amount, so everything is listed.
  const isToCome = Date.parse(since) > Date.parse(clock);
  return { mark, from: isToCome ? beginning : since, until: null, isDisordered: isToCome };
}

function runAfter({ mark, clock, first, last, isLong }: Now, former: Mark, { keptDays }: CopiedList): Run {
  if (keptDays !== undefined && Date.parse(clock) - Date.parse(former.at) > keptDays * dayMs)
    throw invalid(
      "/cursor",
      "expired_cursor",
      `is more than ${keptDays} days old, so changes would be missing; start over without it`,
    );
  if (clusterOf(mark) !== clusterOf(former))
    throw invalid(
      "/cursor",
      "expired_cursor",
      "is from another database, such as the one before a backup was restored; start over without it",
    );
  if (isLong)
    throw invalid("/cursor", "expired_cursor", "has too many changes after it; start over without it, which is faster");
  const isDisordered = isBefore(clock, former.at) || (first !== null && isBefore(first, former.at));
  return {
    mark,
    from: first !== null && isBefore(first, former.at) ? first : former.at,
    until: last !== null && isBefore(clock, last) ? last : clock,
    isDisordered,
  };
}

/** The part of the history that stays the same when the server restarts. */
function clusterOf({ history }: Mark): string {
  return history.slice(0, history.lastIndexOf("/") + 1);
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
