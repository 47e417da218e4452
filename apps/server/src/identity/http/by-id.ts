import type { Actor } from "#identity/access.ts";
import { notFound } from "#platform/errors.ts";

export interface InPath<Name extends string = "id"> {
  actor: Actor;
  params: Record<Name, string>;
}

/** Finds the object that the path names, or answers 404. As `preValidation` it runs before 422. */
export function byId<Row, Request = InPath>(find: (request: Request) => Promise<Row | undefined>, what: string) {
  return async (request: Request): Promise<Row> => {
    const row = await find(request);
    if (row === undefined) throw notFound(what);
    return row;
  };
}

/**
 * As `preValidation` of reads and deletions, which look the path up themselves: only a query can cause a 422 before.
 */
export function pathFirst<Request>(find: (request: Request) => Promise<unknown>) {
  return async (request: Request & { url: string }): Promise<void> => {
    if (request.url.includes("?")) await find(request);
  };
}
