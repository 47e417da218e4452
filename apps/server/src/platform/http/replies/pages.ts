import { raw, type Sql, sql } from "#platform/database/database.ts";
import { pageSize } from "#platform/http/contract/schemas.ts";
import { decodeCursor, encodeCursor, fingerprint, type Position } from "./cursor.ts";
import { parseInstant } from "#platform/time.ts";

/** A requested page of a list that is sorted by creation or start time, newest first; ids break ties. */
export interface PageRequest {
  limit: number;
  after: Position | undefined;
}

/** Returns the end of the list's statement. Fetches one extra row to show whether there is a next page. */
export function pageOf(
  { limit, after }: PageRequest,
  by: "created_at" | "started_at" | "updated_at" = "created_at",
  isAscending = false,
): Sql {
  const [column, direction, beyond] = [raw(by), raw(isAscending ? "asc" : "desc"), raw(isAscending ? ">" : "<")];
  const keyset =
    after === undefined ? sql`` : sql`and (${column}, id) ${beyond} (${after.value}::timestamptz, ${after.id})`;
  return sql`${keyset} order by ${column} ${direction}, id ${direction} limit ${limit + 1}`;
}

/** Reads `limit` and `cursor`. `scope` is everything that determines the list: cursors from other lists are refused. */
export function readPage(
  query: { limit?: number | undefined; cursor?: string | undefined },
  scope: unknown,
): PageRequest & { bound: string } {
  const bound = fingerprint(scope);
  const after =
    query.cursor === undefined
      ? undefined
      : decodeCursor(query.cursor, bound, (value) => parseInstant(value) !== undefined);
  return { limit: query.limit ?? pageSize, after, bound };
}

/** Cuts off the extra row and builds the page's body. */
export function toPage<Row extends { created_at: string; id: string }, Item>(
  rows: Row[],
  page: PageRequest & { bound: string },
  toItem: (row: Row) => Item,
  valueOf: (row: Row) => string = (row) => row.created_at,
): { data: Item[]; nextCursor: string | null } {
  return cutPage(rows, page, toItem, (row) => ({ value: valueOf(row), id: row.id }));
}

/** Like `toPage`, for rows of any form. */
export function cutPage<Row, Item>(
  rows: Row[],
  page: PageRequest & { bound: string },
  toItem: (row: Row) => Item,
  positionOf: (row: Row) => Position,
): { data: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit && last !== undefined;
  return {
    data: shown.map(toItem),
    nextCursor: hasMore ? encodeCursor(positionOf(last), page.bound) : null,
  };
}
