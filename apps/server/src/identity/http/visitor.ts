import type { FastifyRequest } from "fastify";
import { plainAddress } from "./authenticate.ts";
import type { Visitor } from "#identity/sessions/session-verbs.ts";

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: plainAddress(request.ip), userAgent: request.headers["user-agent"], requestId: request.id };
}
