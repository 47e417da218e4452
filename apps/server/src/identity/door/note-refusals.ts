import type { FastifyRequest } from "fastify";
import type { Actor } from "#identity/access.ts";
import { createRefusalLog } from "#identity/history/refusal-log.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { plainAddress } from "#identity/visitor.ts";

type Caller = Pick<Actor, "orgId" | "userId" | "keyId">;

/**
 * The reasons for refusal that the audit log records: the key is no longer valid, the key or its member lacks a
 * permission, a session is required, or the request came from another site.
 */
const recordedReasons: ReadonlySet<ErrorCode> = new Set([
  "revoked_api_key",
  "expired_api_key",
  "insufficient_scope",
  "forbidden",
  "session_required",
  "cross_site_request",
]);

export type NoteRefusal = (request: FastifyRequest, key: Caller, thrown: unknown) => void;

/**
 * Records refused requests with known keys. A hook handles those with an actor; call the returned function for all
 * others.
 */
export function noteRefusals(
  app: HttpApp,
  { db, monotonicMs }: { db: Database; monotonicMs: () => number },
): NoteRefusal {
  const refusals = createRefusalLog(db, (error) => app.log.error({ err: error }, "refusals were not recorded"));
  const noteRefusal: NoteRefusal = (request, key, thrown) => {
    if (!(thrown instanceof AppError) || !recordedReasons.has(thrown.code)) return;
    const { method, id: requestId, ip } = request;
    const what = { reason: thrown.code, method, path: request.routeOptions.url ?? "unknown", requestId };
    refusals.note({ ...key, ...what, address: plainAddress(ip) }, monotonicMs());
  };
  app.addHook("onClose", refusals.settled);
  app.addHook("onError", (request, _reply, error, done) => {
    // A request whose key was not accepted has no actor, despite the type.
    const actor = request.actor as Actor | null;
    if (actor !== null) noteRefusal(request, { orgId: actor.orgId, userId: actor.userId, keyId: actor.keyId }, error);
    done();
  });
  return noteRefusal;
}
