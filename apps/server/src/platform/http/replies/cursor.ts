import { hash } from "node:crypto";
import { invalid } from "#platform/errors.ts";

/** The position after which the next page starts: the sort value and id of this page's last row. */
export interface Position {
  value: string;
  id: string;
}

/** Hashes the filters and sort order of a list, so that a cursor can be bound to them. */
export function fingerprint(scope: unknown): string {
  return hash("sha256", JSON.stringify(scope), "base64url").slice(0, 12);
}

export function encodeCursor(position: Position, bound: string): string {
  // During an update, nodes with an earlier version require the fourth part.
  return Buffer.from(JSON.stringify([bound, position.value, position.id, null])).toString("base64url");
}

/** Throws 422 for a cursor that is malformed or belongs to other filters. */
export function decodeCursor(cursor: string, bound: string, isValue: (value: string) => boolean): Position {
  const parts = parse(cursor);
  if (parts === undefined)
    throw invalid("/cursor", "bad_cursor", "must be an unchanged nextCursor from an earlier page");
  const [given, value, id] = parts;
  if (given !== bound)
    throw invalid(
      "/cursor",
      "other_list",
      "belongs to a list with other filters or another sort order; start again without it",
    );
  if (!isValue(value) || !/^[a-z0-9_]{1,64}$/.test(id)) {
    throw invalid("/cursor", "bad_cursor", "must be an unchanged nextCursor from an earlier page");
  }
  return { value, id };
}

function parse(cursor: string): [string, string, string] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (!Array.isArray(parts) || parts.length !== 4 || parts[3] !== null) return undefined;
    const [bound, value, id] = parts as unknown[];
    if (![bound, value, id].every((part) => typeof part === "string")) return undefined;
    return [bound, value, id] as [string, string, string];
  } catch {
    return undefined;
  }
}
