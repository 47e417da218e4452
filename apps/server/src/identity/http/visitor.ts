import type { FastifyRequest } from "fastify";
import { plainAddress } from "#identity/api-keys/authenticate.ts";
import type { Visitor } from "#identity/sessions/session-verbs.ts";

/** Who sends a request, as far as the connection and the headers say. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: plainAddress(request.ip), userAgent: request.headers["user-agent"], requestId: request.id };
}
