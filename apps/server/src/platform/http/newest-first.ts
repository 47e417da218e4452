import { type Sql, sql } from "#platform/database/database.ts";
import { decodeCursor, encodeCursor, fingerprint } from "./cursor.ts";
import { parseInstant } from "#platform/time.ts";

/** A page of a list that is sorted by creation, newest first; the id breaks ties. */
export interface PageRequest {
  limit: number;
  after: { value: string; id: string } | undefined;
}

/** The end of such a list's statement: keyset, order, and one row more than asked to know whether there is a next page. */
export function pageOf({ limit, after }: PageRequest): Sql {
  const keyset = after === undefined ? sql`` : sql`and (created_at, id) < (${after.value}::timestamptz, ${after.id})`;
  return sql`${keyset} order by created_at desc, id desc limit ${limit + 1}`;
}

/** Reads `limit` and `cursor`; `scope` is everything that decides what the list holds. */
export function readPage(
  query: { limit?: number | undefined; cursor?: string | undefined },
  scope: unknown,
): PageRequest & { bound: string } {
  const bound = fingerprint(scope);
  const after =
    query.cursor === undefined
      ? undefined
      : decodeCursor(query.cursor, bound, (value) => parseInstant(value) !== undefined);
  return { limit: query.limit ?? 50, after, bound };
}

/** Cuts the extra row off and makes the page's body. */
export function toPage<Row extends { created_at: string; id: string }, Item>(
  rows: Row[],
  page: PageRequest & { bound: string },
  toItem: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit && last !== undefined;
  return {
    data: shown.map(toItem),
    nextCursor: hasMore ? encodeCursor({ value: last.created_at, id: last.id }, page.bound) : null,
  };
}
