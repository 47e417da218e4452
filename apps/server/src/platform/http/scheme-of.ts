import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";

export type SchemeOf = (request: IncomingMessage) => "http" | "https";

/**
 * Returns a function that reads the scheme that the client used, for requests that Fastify's router does not see. It
 * decides like Fastify's `request.protocol`: `X-Forwarded-Proto` counts only if it comes from a trusted proxy, and then
 * its last value counts.
 */
export function createSchemeOf(trustProxy: readonly string[]): SchemeOf {
  const isTrusted = trustProxy.length === 0 ? () => false : compile([...trustProxy]);
  return ({ headers, socket }) => {
    const forwarded = headers["x-forwarded-proto"];
    if (forwarded !== undefined && isTrusted(socket.remoteAddress ?? "", 0)) {
      const last = String(forwarded).split(",").at(-1)?.trim();
      if (last === "https" || last === "http") return last;
    }
    return "encrypted" in socket ? "https" : "http";
  };
}
