import type { FastifyReply, FastifyRequest } from "fastify";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { Closed } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { visitorOf } from "#identity/visitor.ts";
import { endFormerSession } from "#identity/sessions/end-found.ts";
import { findSession } from "#identity/sessions/find-session.ts";
import { newSessionCookie } from "#identity/sessions/session-cookie.ts";
import type { OnDeactivation } from "#identity/members/management/member-verbs.ts";
import type { SignInDeps } from "#identity/sign-in/deps.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { sendNothing } from "#platform/http/replies/replies.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { newOpenIdCookies, readOpenIdCookie, type SignedInAt } from "./openid-cookie.ts";
import { OpenIdFailure } from "./openid-failure.ts";
import type { OpenIdProvider } from "./openid-provider.ts";
import { clockToleranceMs, type OpenIdClaims } from "./read-claims.ts";
import { type Refusal, signInByIdentity } from "./sign-in-by-identity.ts";

/** Why signing in failed. The sign-in page reads the code from the URL. */
type OpenIdError = "openid_unavailable" | "openid_failed" | "openid_not_proved" | "not_linked";
type Reason = Refusal["code"] | "expired" | "denied";

export interface OpenIdDeps extends SignInDeps {
  openId: OpenIdProvider | undefined;
  onDeactivation: OnDeactivation;
  /** Called after a sign-in has changed an organization's members. */
  onMembersChanged: (orgId: string) => void;
}

const ignored = Type.Optional(
  Type.String({
    format: "text",
    maxLength: 2_000,
    description: "Ignored. Providers send it if a person starts from the provider's own page of applications.",
  }),
);
/**
 * Parameters that a provider may add (OpenID Connect Core §4). They are ignored, because there is only one provider.
 */
const fromProvider = { iss: ignored, login_hint: ignored, target_link_uri: ignored };

/** A path on this service. Excludes `//` and `/\` at the start, which point to another host. */
const isOwnPath = /^\/(?![/\\])[!-~]*$/;

const operations = {
  startOpenId: {
    at: "GET /openid/start",
    head: false,
    usesSession: "ifAny",
    summary: "Go to the OpenID provider",
    description:
      "For browsers: redirects to the provider, which redirects back to `/auth/openid/callback`. A person who is signed in already stays in the organization of their session.",
    query: Closed({
      proof: Type.Optional(
        Type.Boolean({
          description:
            "Whether the provider must authenticate the person again even if they are signed in there (`prompt=login`, `max_age=0`). If the provider does not say when it last authenticated the person, only this counts as recent authentication.",
        }),
      ),
      next: Type.Optional(
        Type.String({
          format: "text",
          maxLength: 1_500,
          description: "The path to which the person returns once they are signed in; `/` by default.",
          examples: ["/reports?period=month"],
        }),
      ),
      ...fromProvider,
    }),
    reply: "To the provider.",
    status: 302,
    others: [404, 422],
    schema: { response: { 303: Type.Null({ description: "To `/sign-in?error=openid_unavailable`." }) } },
  },
  finishOpenId: {
    at: "GET /openid/callback",
    head: false,
    summary: "Return from the OpenID provider",
    description:
      "Applies the person's groups, if configured, and signs in the person whom the provider identified. Otherwise redirects to `/sign-in?error=…`: `openid_failed`, with `reason=denied` if the provider did not let the person in, or `reason=expired` if this browser did not begin the sign-in within the last ten minutes; `openid_not_proved` if the provider did not authenticate the person again; or `not_linked` if no member has this identity or the address that the provider verified. The `reason` is then `no_address`, `unverified_address`, `unknown_address`, `other_identity` or `no_membership`.",
    query: Type.Object({}, { additionalProperties: true }),
    reply: "Redirects to `next`, or to `/sign-in` with an error.",
    status: 303,
    others: [404],
  },
} as const satisfies Operations;

export async function openIdRoutes(app: HttpApp, deps: OpenIdDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Sign-in" },
    {
      startOpenId: (request, reply) => start(request, reply, deps),
      finishOpenId: (request, reply) => finish(request, reply, deps),
    },
  );
}

type Start = RequestOf<(typeof operations)["startOpenId"]>;

async function start(request: Start, reply: FastifyReply, deps: OpenIdDeps): Promise<FastifyReply | void> {
  const { db, secretKey, publicUrl, openId, now } = deps;
  const provider = needProvider(openId);
  const key = needSecretKey(secretKey);
  const { proof: isProof = false, next = "/" } = request.query;
  if (!isOwnPath.test(next)) throw invalid("/next", "bad_format", "must be a path on this server, such as /reports");
  const session = await findSession(db, request.headers, now());
  const from = session && { userId: session.owner.user_id, orgId: session.owner.org_id };
  try {
    const { url, checks } = await provider.begin(redirectUrl(publicUrl), { isProof });
    const { cookie: header } = request.headers;
    const cookies = newOpenIdCookies(key, { checks, isProof, next, from }, { header, nowMs: now().getTime() });
    void reply.header("set-cookie", cookies).header("location", url);
  } catch (error) {
    request.log.warn({ reason: reasonOf(error) }, "the OpenID provider cannot be reached");
    return sendNothing(reply.header("location", failed("openid_unavailable", { next })), 303);
  }
}

async function finish(request: FastifyRequest, reply: FastifyReply, deps: OpenIdDeps): Promise<void> {
  const { db, secretKey, publicUrl, openId, background, now } = deps;
  const provider = needProvider(openId);
  const url = new URL(redirectUrl(publicUrl));
  const end = request.url.indexOf("?");
  url.search = end === -1 ? "" : request.url.slice(end);
  const key = needSecretKey(secretKey);
  const { cookie: header } = request.headers;
  const state = url.searchParams.get("state") ?? "";
  const pending = readOpenIdCookie(key, { header, state, nowMs: now().getTime() });
  const refuse = (error: OpenIdError, reason: Reason | undefined, about: object) => {
    request.log.warn(about, "signing in through the OpenID provider failed");
    void reply.header("location", failed(error, { reason, ...pending?.visit }));
  };
  if (pending === undefined)
    return refuse("openid_failed", "expired", {
      reason: "this browser did not begin the sign-in, or more than ten minutes ago, or has completed it already",
    });
  const { visit, clearing } = pending;
  void reply.header("set-cookie", clearing);
  try {
    const claims = withoutFutureAuthentication(await provider.finish(url, visit.checks), now().getTime());
    const { issuer, subject, userinfoFault } = claims;
    const about = { issuer, subject, ...(userinfoFault !== undefined && { userinfoFault }) };
    if (visit.isProof && (claims.authenticatedAtMs ?? 0) < visit.begunAtMs - clockToleranceMs)
      return refuse("openid_not_proved", undefined, {
        ...about,
        reason: "auth_time does not show that the provider authenticated the person again",
      });
    const started = await signIn(request, claims, visit.from, deps);
    if ("code" in started) {
      const { code, why, ...account } = started;
      return refuse("not_linked", code, { ...about, ...account, reason: why });
    }
    endFormerSession(visitorOf(request), request.headers, { db, background, now });
    const cookie = newSessionCookie(started.sessionKey, started.expiresAt, now().getTime());
    void reply.header("set-cookie", cookie).header("location", visit.next);
  } catch (error) {
    const isDenied = error instanceof OpenIdFailure && error.isDenied;
    refuse("openid_failed", isDenied ? "denied" : undefined, { reason: reasonOf(error) });
  }
}

async function signIn(request: FastifyRequest, claims: OpenIdClaims, from: SignedInAt | undefined, deps: OpenIdDeps) {
  const { openIdGroups, onMembersChanged, now } = deps;
  const warn = (message: string, about: object) => request.log.warn(about, message);
  if (claims.groupsFault !== undefined)
    warn("groups at the OpenID provider were not applied", { claim: openIdGroups?.claim, reason: claims.groupsFault });
  const withWarnings = { ...deps, now: now(), warn };
  const { started, hasChangedMembers } = await signInByIdentity(visitorOf(request), { claims, from }, withWarnings);
  if (hasChangedMembers && openIdGroups !== undefined) onMembersChanged(openIdGroups.orgId);
  return started;
}

function redirectUrl(publicUrl: string): string {
  return `${publicUrl}/auth/openid/callback`;
}

/** Returns the URL of the sign-in page with the error. If the person then signs in another way, it leads to `next`. */
function failed(error: OpenIdError, { reason, next = "/" }: { reason?: Reason | undefined; next?: string }): string {
  const more = { ...(reason !== undefined && { reason }), ...(next !== "/" && { next }) };
  return `/sign-in?${new URLSearchParams({ error, ...more }).toString()}`;
}

function needProvider(provider: OpenIdProvider | undefined): OpenIdProvider {
  if (provider !== undefined) return provider;
  throw new AppError("not_found", "This server has no OpenID provider.");
}

/** Returns only the name and the code of other errors, because their messages may quote our request. */
function reasonOf(error: unknown): string {
  if (error instanceof OpenIdFailure) return error.message;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === "string").join(" ");
}

/** Drops an `auth_time` in the future, such as one in milliseconds: it does not prove when the person authenticated. */
function withoutFutureAuthentication(claims: OpenIdClaims, nowMs: number): OpenIdClaims {
  const isFuture = (claims.authenticatedAtMs ?? 0) > nowMs + clockToleranceMs;
  return isFuture ? { ...claims, authenticatedAtMs: undefined } : claims;
}
