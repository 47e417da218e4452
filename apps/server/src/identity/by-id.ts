import type { Actor } from "./access.ts";
import { notFound } from "#platform/errors.ts";

export interface InPath<Name extends string = "id"> {
  actor: Actor;
  params: Record<Name, string>;
}

/**
 * Returns a function that finds the object in the path, or throws 404. Used as a `preValidation` hook, it makes the 404
 * take precedence over a 422. A request's object is looked up only once.
 */
export function byId<Row, Request extends object = InPath>(
  find: (request: Request) => Promise<Row | undefined>,
  what: string,
) {
  const found = new WeakMap<Request, Row>();
  return async (request: Request): Promise<Row> => {
    const row = found.get(request) ?? (await find(request));
    if (row === undefined) throw notFound(what);
    found.set(request, row);
    return row;
  };
}

interface Validated {
  /** Undefined under /auth. */
  actor?: Actor;
  routeOptions: { config: { evenWhileEnding?: boolean } };
  url: string;
  body: unknown;
  getValidationFunction(part: "body"): ((bytes: unknown) => unknown) | undefined;
}

/**
 * Returns a `preValidation` hook for routes whose handlers find the object themselves. The hook looks the object up
 * only if the query string or the body could be invalid, or the organization will be deleted, so that a 404 takes
 * precedence over a 422 and a 409.
 */
export function pathFirst<Request>(find: (request: Request) => Promise<unknown>) {
  return async (request: Request & Validated): Promise<void> => {
    if (isEnding(request) || request.url.includes("?") || isInvalid(request)) await find(request);
  };
}

function isEnding({ actor, routeOptions }: Validated): boolean {
  const deletesAt = actor?.organization.deletesAt ?? null;
  return deletesAt !== null && routeOptions.config.evenWhileEnding !== true;
}

function isInvalid(request: Validated): boolean {
  const checked = request.getValidationFunction("body")?.(request.body ?? null);
  return typeof checked === "object" && checked !== null && "error" in checked;
}
