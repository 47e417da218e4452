import type { FastifyContextConfig } from "fastify";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import type { Door, Operation } from "#platform/http/reference/write-document.ts";
import "#identity/http/fastify-types.ts";

type Config = FastifyContextConfig;

export const securitySchemes = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer stint_…" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description: "A session, from this service's own pages only. `POST /auth/sign-in` creates one.",
  },
};

const retryAfter = {
  "Retry-After": { description: "Seconds after which the request would be accepted.", schema: { type: "integer" } },
};

const idempotencyKey = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description: "Makes repeating this request safe for 24 hours.",
};

/** Describes an operation's access checks in the OpenAPI document. */
export function describeDoor({ url, method, config }: Operation): Door | undefined {
  if ((config as Config).withoutKey === true) return linkDoor;
  if (url.startsWith("/v1/")) return guardOf(method, config);
  return url.startsWith("/auth/") ? authDoorOf(config) : undefined;
}

const linkDoor: Door = {
  security: [],
  whoMay: "Anyone with the token may do this.",
  statuses: [403, 429],
  meanings: {
    403: "The request comes from a page of another site.",
    404: "The token is not valid.",
    429: "Too many requests with this token; wait for Retry-After seconds.",
  },
  headersOf: { 429: retryAfter },
  requestHeaders: {},
};

function guardOf(method: Operation["method"], config: Config): Door {
  const { access, sessionOnly, evenWhileEnding } = config;
  // Every key may read its member's own data, so a 403 is impossible.
  const isOwn = method === "GET" && access === "anyone" && sessionOnly !== true;
  // Changing an organization scheduled for deletion is a 409.
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
      429: "The key has exceeded its rate limit; wait for Retry-After seconds.",
    },
    headersOf: {
      401: { "WWW-Authenticate": { description: "`Bearer`", schema: { type: "string" } } },
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
      401: "The person is not authenticated.",
      403: "The request comes from another site.",
      404: "It does not exist, or is not configured here.",
      409: "The state of the resource does not allow it, or an Idempotency-Key is in use.",
      429: "Too many attempts; wait for Retry-After seconds.",
    },
    headersOf: { 429: retryAfter },
    requestHeaders: {},
  };
}

function accessOf({ access, alsoNeeds = [], sessionOnly, reauthenticated, ownerOnly, adminOnly }: Config): object {
  return {
    scope: access === "anyone" || access === undefined ? null : access,
    ...(alsoNeeds.length > 0 ? { alsoNeeds } : {}),
    ...(ownerOnly === true ? { ownerOnly } : {}),
    ...(adminOnly === true ? { adminOnly } : {}),
    ...(sessionOnly === true ? { sessionOnly } : {}),
    ...(reauthenticated === true ? { reauthenticated } : {}),
  };
}

function describeAccess({
  access,
  alsoNeeds = [],
  sessionOnly,
  reauthenticated,
  ownerOnly,
  adminOnly,
}: Config): string {
  const sentences = [
    access === "anyone" || access === undefined ? "Any key may do this." : `Needs the scope \`${access}\`.`,
  ];
  if (alsoNeeds.length > 0) sentences.push(`Also needs ${alsoNeeds.map((scope) => `\`${scope}\``).join(", ")}.`);
  if (ownerOnly === true) sentences.push("Only for owners.");
  if (adminOnly === true) sentences.push("Only for owners and admins.");
  if (sessionOnly === true) sentences.push("Only for signed-in people, not for API keys.");
  if (reauthenticated === true)
    sentences.push(
      "A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.",
    );
  return sentences.join(" ");
}
