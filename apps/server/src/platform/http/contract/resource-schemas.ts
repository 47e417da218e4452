import { Type } from "./type/type.ts";
import { Instant } from "./schemas.ts";

/** The last fields in the schema of every stored resource. */
export const stored = {
  createdAt: Instant("When it was created."),
  updatedAt: Instant("When it was last changed."),
  version: Type.Integer({ description: "The number of changes so far; the ETag contains it too." }),
};

export const IdParams = Type.Object({ id: Type.String({ description: "The id of the resource." }) });

/** The 304 response of `sendResource`. */
export const NotModified = Type.Null({ description: "Nothing has changed: If-None-Match is for the current state." });

// Errors are thrown, so routes send no such body; the document has the schema.
const Problem = Type.Unsafe<never>({});

/** Returns the response schemas for an operation's errors, by status. */
export function problems<const Statuses extends readonly number[]>(...statuses: Statuses) {
  return Object.fromEntries(statuses.map((status) => [status, Problem])) as Record<Statuses[number], typeof Problem>;
}

export function etagOf(row: { version: number }): string {
  return `"${row.version}"`;
}
