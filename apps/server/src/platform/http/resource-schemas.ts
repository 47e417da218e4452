import { Type } from "./type.ts";
import { Instant, ProblemSchema } from "./schemas.ts";

/** Fields that every stored resource ends with. */
export const stored = {
  createdAt: Instant("When it was created."),
  updatedAt: Instant("When it was last changed."),
  version: Type.Integer({ description: "Counts the changes; also in the ETag." }),
};

export const IdParams = Type.Object({ id: Type.String({ description: "The id of what the path names." }) });

/** The 304 of `sendResource`. */
export const NotModified = Type.Null({ description: "If-None-Match names the state that it still has." });

/** The errors of an operation, by status, for its response schemas. */
export function problems<const Statuses extends readonly number[]>(...statuses: Statuses) {
  return Object.fromEntries(statuses.map((status) => [status, ProblemSchema])) as Record<
    Statuses[number],
    typeof ProblemSchema
  >;
}

/** The strong ETag of a row's version. */
export function etagOf(row: { version: number }): string {
  return `"${row.version}"`;
}
