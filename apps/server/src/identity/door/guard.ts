import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from "fastify";
import { type Actor, demandScope } from "#identity/access.ts";
import { type SentKey, sentKey, toActor } from "./authenticate.ts";
import { organizationEnding } from "#identity/organizations/organization-ending.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { ApiKeyOwner } from "#identity/api-keys/queries.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { isIdle } from "#identity/sessions/session-life.ts";
import { refuseCrossSite } from "#identity/sessions/refuse-cross-site.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { asId } from "#platform/ids.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { countRequest } from "./rate-limit.ts";
import { readIdempotencyKey, replayed } from "#identity/http/mutation.ts";
import { type NoteRefusal, noteRefusals } from "./note-refusals.ts";
import { type StrictRoutes, strictRoutes } from "./strict-routes.ts";
import "#identity/http/fastify-types.ts";

export interface GuardDeps {
  db: Database;
  secretKey: Buffer | undefined;
  apiKeys: ApiKeyCache;
  limiters: Readonly<Record<"api" | "session", RateLimiter>>;
  now: () => Date;
  /** Milliseconds of a monotonic clock. */
  monotonicMs: () => number;
  /** Whether access tokens of grants are accepted; they are valid for one resource only (RFC 8707). */
  takesGrants?: boolean;
}

/**
 * Adds all checks before the operations of /v1, in the order of ARCHITECTURE.md, "Life of a request": 401, 429, 403,
 * 415, 413; then replays. The 404 and 405 are produced here too, because they need a key like everything else.
 */
export function guard(app: HttpApp, deps: GuardDeps): void {
  const noteRefusal = noteRefusals(app, deps);
  app.decorateRequest("actor", null as unknown as Actor);
  app.decorateRequest("idempotency", undefined);

  app.addHook("onRoute", demandAccess);
  const strict = strictRoutes(app);

  app.addHook("onRequest", authenticate(deps, admission(deps, strict), noteRefusal));
  app.addHook("preValidation", replay(deps));

  // Replaces a malformed id with one that matches nothing, so the route replies 404; PostgreSQL might reject the raw
  // text.
  app.addHook("preValidation", (request, _reply, done) => {
    const params = request.params as Record<string, string>;
    for (const [name, text] of Object.entries(params)) params[name] = asId(text);
    done();
  });

  // Refuses changes to an organization scheduled for deletion, after validation and before any check of state.
  app.addHook("preHandler", (request, _reply, done) => done(endingRefusal(request)));
}

/** Returns a hook that finds the actor of a request. */
function authenticate({ apiKeys, now }: GuardDeps, admit: Admit, noteRefusal: NoteRefusal): onRequestHookHandler {
  return (request, reply, done) => {
    let sent: SentKey;
    try {
      sent = sentKey(request.headers);
    } catch (error) {
      done(error as Error);
      return;
    }
    const { key, carrier } = sent;
    const identify = (owner: ApiKeyOwner | undefined) => () => {
      try {
        return toActor(apiKeys, owner, carrier, request, now().getTime());
      } catch (error) {
        if (owner !== undefined)
          noteRefusal(request, { orgId: owner.org_id, userId: owner.user_id, keyId: owner.key_id }, error);
        throw error;
      }
    };
    const known = apiKeys.peek(key);
    // A session that looks idle here is looked up, because other nodes may have seen more recent uses.
    if (known !== undefined && !isIdle(known, now().getTime())) {
      done(admit(request, reply, identify(known)));
      return;
    }
    apiKeys.find(key).then(
      (owner) => done(admit(request, reply, identify(owner))),
      (error: Error) => done(error),
    );
  };
}

/** Gives the request its actor, or returns the error that refuses it. */
type Admit = (request: FastifyRequest, reply: FastifyReply, identify: () => Actor) => Error | undefined;

function admission({ limiters, now, monotonicMs, takesGrants = false }: GuardDeps, strict: StrictRoutes): Admit {
  return (request, reply, identify) => {
    try {
      const actor = identify();
      if (actor.kind === "grant" && !request.isInner && !takesGrants) throw foreignResource();
      request.actor = actor;
      const { orgId: tenant, keyId: caller, userId: member } = actor;
      if (request.requester !== undefined) Object.assign(request.requester, { tenant, caller, member });
      // A default that a reply may override. Needed for sessions, because shared caches may store replies to requests
      // with cookies, but not replies to requests with an Authorization header.
      void reply.header("cache-control", "private, no-store");
      const tooMany = countRequest(
        limiters[actor.kind === "session" ? "session" : "api"],
        request,
        reply,
        monotonicMs(),
      );
      if (tooMany !== undefined) return tooMany;
      if (actor.kind === "session") refuseCrossSite(request.method, request.headers);
      // Checks the method before the path's id; otherwise `GET /time-entries/batch` would look for an entry with the id
      // `batch`.
      const refusal = strict.methodRefusal(request);
      if (refusal !== undefined) return refusal;
      checkAccess(actor, request.routeOptions.config, now().getTime());
      return strict.bodyRefusal(request);
    } catch (error) {
      return error as Error;
    }
  };
}

/** Replies with the reply that is saved for the request's idempotency key, if there is one. */
function replay({ db, secretKey }: GuardDeps): preValidationHookHandler {
  return (request, reply, done) => {
    if (request.method !== "POST" || request.headers["idempotency-key"] === undefined || request.is404) {
      done();
      return;
    }
    try {
      readIdempotencyKey(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    replayed(db, request, reply, secretKey).then(
      (sent) => {
        if (!sent) done();
      },
      (error: Error) => done(error),
    );
  };
}

/** Returns the 401 for a token sent to the wrong resource: access tokens are valid only for `/mcp` (RFC 8707). */
function foreignResource(): AppError {
  return new AppError("invalid_api_key", "This access token is for /mcp only. Use an API key here.", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}

function demandAccess(route: RouteOptions): void {
  if (route.config?.access === undefined)
    throw new Error(`${String(route.method)} ${route.url} does not say who may use it`);
}

function checkAccess(actor: Actor, config: FastifyContextConfig, nowMs: number): void {
  const { access = "anyone" } = config;
  if (config.sessionOnly === true && actor.kind !== "session") {
    throw new AppError("session_required", "An API key may not do this. Sign in to do it.");
  }
  if (access !== "anyone") for (const scope of [access, ...(config.alsoNeeds ?? [])]) demandScope(actor, scope);
  if (config.adminOnly === true && actor.role !== "owner" && actor.role !== "admin") {
    throw new AppError(
      "forbidden",
      `The role ${actor.role} may not do this: only owners and admins may, with the scope ${access}. Ask one of them.`,
    );
  }
  if (config.ownerOnly === true && actor.role !== "owner") {
    throw new AppError(
      "forbidden",
      `The role ${actor.role} may not do this: only owners may, with the scope ${access}. Ask an owner of the organization.`,
    );
  }
  if (config.reauthenticated === true) demandRecentAuthentication(actor, nowMs);
}

function endingRefusal(request: FastifyRequest): AppError | undefined {
  if (request.is404 || request.method === "GET" || request.method === "HEAD") return undefined;
  const { deletesAt } = request.actor.organization;
  if (deletesAt === null || request.routeOptions.config.evenWhileEnding === true) return undefined;
  return organizationEnding(deletesAt);
}
