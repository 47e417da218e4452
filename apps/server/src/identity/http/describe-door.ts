import type { FastifyContextConfig } from "fastify";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import type { Door, Operation } from "#platform/http/openapi.ts";
import "./request.ts";

type Config = FastifyContextConfig;

export const securitySchemes = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer stint_…" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description: "A session, from this service's own pages only. `POST /auth/sign-in` gives it.",
  },
};

const retryAfter = {
  "Retry-After": { type: "integer", description: "Seconds after which the request would pass." },
};

const idempotencyKey = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description: "Makes repeating this request safe for 24 hours.",
};

/** The checks of the guard of /v1, of a link, or of the door of /auth, for the OpenAPI document. */
export function describeDoor({ url, method, config }: Operation): Door | undefined {
  if ((config as Config).withoutKey === true) return linkDoor;
  if (url.startsWith("/v1/")) return guardOf(method, config);
  return url.startsWith("/auth/") ? authDoorOf(config) : undefined;
}

const linkDoor: Door = {
  security: [],
  whoMay: "Anybody with the token may.",
  statuses: [429],
  meanings: {
    404: "The token opens nothing.",
    429: "Too many wrong tokens, or too many requests; wait for Retry-After seconds.",
  },
  headersOf: { 429: retryAfter },
  requestHeaders: {},
};

function guardOf(method: Operation["method"], config: Config): Door {
  const { access, sessionOnly, evenWhileEnding } = config;
  // A key may always read its own data: no permission can be missing.
  const isOwn = method === "GET" && access === "anyone" && sessionOnly !== true;
  // While the organization waits for its deletion, it cannot be changed.
  const waits = access !== undefined && method !== "GET" && evenWhileEnding !== true;
  return {
    ...(sessionOnly === true ? { security: [{ session: [] }] } : {}),
    whoMay: describeAccess(config),
    extensions: { "x-access": accessOf(config) },
    statuses: [401, ...(isOwn ? [] : [403]), ...(waits ? [409] : []), 429],
    meanings: {
      401: "The API key is missing, invalid, expired or revoked.",
      403: "The key or its member lacks the permission for this.",
      404: "There is no such resource in this organization.",
      409: "The state of the resource does not allow it, or an Idempotency-Key is in use.",
      429: "More requests than this key may send; wait for Retry-After seconds.",
    },
    headersOf: {
      401: { "WWW-Authenticate": { type: "string", description: "`Bearer`" } },
      429: retryAfter,
    },
    requestHeaders: method === "POST" ? { "Idempotency-Key": idempotencyKey } : {},
  };
}

function authDoorOf({ sessionOnly, usesSession }: Config): Door {
  const needsSession = sessionOnly === true || usesSession === "always";
  return {
    security: needsSession ? [{ session: [] }] : usesSession === "ifAny" ? [{}, { session: [] }] : [],
    statuses: [403, 429],
    meanings: {
      401: "The person was not proved to be the one of this session.",
      403: "The request comes from another site.",
      404: "There is no such thing, or it is not set up here.",
      409: "The state of the resource does not allow it, or an Idempotency-Key is in use.",
      429: "Too many attempts; wait for Retry-After seconds.",
    },
    headersOf: { 429: retryAfter },
    requestHeaders: {},
  };
}

/** The permission, machine-readable. */
function accessOf({ access, alsoNeeds = [], sessionOnly, reauthenticated, ownerOnly }: Config): object {
  return {
    scope: access === "anyone" || access === undefined ? null : access,
    ...(alsoNeeds.length > 0 ? { alsoNeeds } : {}),
    ...(ownerOnly === true ? { ownerOnly } : {}),
    ...(sessionOnly === true ? { sessionOnly } : {}),
    ...(reauthenticated === true ? { reauthenticated } : {}),
  };
}

function describeAccess({ access, alsoNeeds = [], sessionOnly, reauthenticated, ownerOnly }: Config): string {
  const sentences = [
    access === "anyone" || access === undefined ? "Any key may do this." : `Needs the scope \`${access}\`.`,
  ];
  if (alsoNeeds.length > 0) sentences.push(`Also needs ${alsoNeeds.map((scope) => `\`${scope}\``).join(", ")}.`);
  if (ownerOnly === true) sentences.push("Only an owner may.");
  if (sessionOnly === true) sentences.push("Only for who is signed in, not for API keys.");
  if (reauthenticated === true)
    sentences.push(
      "A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.",
    );
  return sentences.join(" ");
}
