import { hash } from "node:crypto";
import { invalid } from "#platform/errors.ts";

/**
 * The start of the next page: the sort value and id of the last row, and `syncedTo`, which the first page fixed for the
 * whole list.
 */
export interface Position {
  value: string;
  id: string;
  syncedTo?: string;
}

/** Hashes the filters and sort order of a list, so that a cursor can be bound to them. */
export function fingerprint(scope: unknown): string {
  return hash("sha256", JSON.stringify(scope), "base64url").slice(0, 12);
}

export function encodeCursor(position: Position, bound: string): string {
  return Buffer.from(JSON.stringify([bound, position.value, position.id, position.syncedTo ?? null])).toString(
    "base64url",
  );
}

/** Throws 422 for a cursor that is malformed or belongs to other filters. */
export function decodeCursor(cursor: string, bound: string, isValue: (value: string) => boolean): Position {
  const parts = parse(cursor);
  if (parts === undefined)
    throw invalid("/cursor", "bad_cursor", "must be an unchanged nextCursor from an earlier page");
  const [given, value, id, syncedTo] = parts;
  if (given !== bound)
    throw invalid(
      "/cursor",
      "other_list",
      "belongs to a list with other filters or another sort order; start again without it",
    );
  if (!isValue(value) || (syncedTo !== null && !isValue(syncedTo)) || !/^[a-z0-9_]{1,64}$/.test(id)) {
    throw invalid("/cursor", "bad_cursor", "must be an unchanged nextCursor from an earlier page");
  }
  return { value, id, ...(syncedTo === null ? {} : { syncedTo }) };
}

function parse(cursor: string): [string, string, string, string | null] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [bound, value, id, syncedTo] = parts as unknown[];
    const areStrings = [bound, value, id].every((part) => typeof part === "string");
    if (!areStrings || !(syncedTo === null || typeof syncedTo === "string")) return undefined;
    return parts as [string, string, string, string | null];
  } catch {
    return undefined;
  }
}
