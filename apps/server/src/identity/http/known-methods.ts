import type { FastifyRequest } from "fastify";
import { AppError } from "#platform/errors.ts";

/** The methods of each path that is mounted, in Fastify's spelling of paths. */
export type KnownMethods = Map<string, Set<string>>;

/** The path as it was sent. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

/** 405, with what is possible instead. */
export function notAllowed(request: FastifyRequest, allowed: Set<string>): AppError {
  const allow = [...allowed].sort().join(", ");
  return new AppError("method_not_allowed", `${request.method} is not possible here. Possible: ${allow}.`, {
    headers: { allow },
  });
}

/** Whether the route takes a body: where none is expected it means nothing (RFC 9110 §9.3.5), and is neither judged nor read. */
export function takesBody(request: FastifyRequest): boolean {
  return request.routeOptions.schema?.body !== undefined;
}

/** The methods of the pattern that the path fits, if one does. */
export function allowedMethods(methods: KnownMethods, path: string): Set<string> | undefined {
  const wanted = path.split("/").filter((part, index, parts) => part !== "" || index < parts.length - 1);
  for (const [pattern, known] of methods) {
    const parts = pattern.split("/").filter((part, index, all) => part !== "" || index < all.length - 1);
    if (parts.length === wanted.length && parts.every((part, index) => part.startsWith(":") || part === wanted[index]))
      return known;
  }
  return undefined;
}
