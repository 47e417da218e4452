import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Closed } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import { endFormerSession } from "#identity/sessions/end-found.ts";
import { findSession } from "#identity/sessions/find-session.ts";
import { newSessionCookie } from "#identity/sessions/session-cookie.ts";
import type { OnDeactivation } from "#identity/members/member-verbs.ts";
import type { SignInDeps } from "#identity/sign-in/deps.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { sendNothing } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { newOpenIdCookies, readOpenIdCookie } from "./openid-cookie.ts";
import { OpenIdFailure } from "./openid-failure.ts";
import type { OpenIdProvider } from "./openid-provider.ts";
import { clockToleranceMs, type OpenIdClaims } from "./read-claims.ts";
import { type Refusal, signInByIdentity } from "./sign-in-by-identity.ts";

const tags = ["Sign-in"];

/** Why signing in failed. The sign-in page reads the code from the URL. */
type OpenIdError = "openid_unavailable" | "openid_failed" | "openid_not_proved" | "not_linked";
type Reason = Refusal["code"] | "expired" | "denied";

interface OpenIdDeps extends SignInDeps {
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

export const openIdRoutes: FastifyPluginAsyncTypebox<OpenIdDeps> = async (app, deps) => {
  const { db, secretKey, publicUrl, openId, openIdGroups, background, now } = deps;
  const redirectUrl = `${publicUrl}/auth/openid/callback`;
  /**
   * Returns the URL of the sign-in page with the error. If the person then signs in another way, the page leads to
   * `next`.
   */
  function failed(error: OpenIdError, { reason, next = "/" }: { reason?: Reason | undefined; next?: string }): string {
    const more = { ...(reason !== undefined && { reason }), ...(next !== "/" && { next }) };
    return `/sign-in?${new URLSearchParams({ error, ...more }).toString()}`;
  }

  app.get(
    "/openid/start",
    {
      config: { usesSession: "ifAny" },
      exposeHeadRoute: false,
      schema: {
        operationId: "startOpenId",
        tags,
        summary: "Go to the OpenID provider",
        description:
          "For browsers: redirects to the provider, which redirects back to `/auth/openid/callback`. A person who is signed in already stays in the organization of their session.",
        querystring: Closed({
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
        response: {
          302: Type.Null({ description: "To the provider." }),
          303: Type.Null({ description: "To `/sign-in?error=openid_unavailable`." }),
          ...problems(404, 422),
        },
      },
    },
    async (request, reply) => {
      const provider = needProvider(openId);
      const key = needSecretKey(secretKey);
      const { proof: isProof = false, next = "/" } = request.query;
      if (!isOwnPath.test(next))
        throw invalid("/next", "bad_format", "must be a path on this server, such as /reports");
      const session = await findSession(db, request.headers, now());
      const from = session && { userId: session.owner.user_id, orgId: session.owner.org_id };
      try {
        const { url, checks } = await provider.begin(redirectUrl, { isProof });
        const { cookie: header } = request.headers;
        const cookies = newOpenIdCookies(key, { checks, isProof, next, from }, { header, nowMs: now().getTime() });
        return sendNothing(reply.header("set-cookie", cookies).header("location", url), 302);
      } catch (error) {
        request.log.warn({ reason: reasonOf(error) }, "the OpenID provider cannot be reached");
        return sendNothing(reply.header("location", failed("openid_unavailable", { next })), 303);
      }
    },
  );

  app.get(
    "/openid/callback",
    {
      exposeHeadRoute: false,
      schema: {
        operationId: "finishOpenId",
        tags,
        summary: "Return from the OpenID provider",
        description:
          "Applies the person's groups, if configured, and signs in the person whom the provider identified. Otherwise redirects to `/sign-in?error=…`: `openid_failed`, with `reason=denied` if the provider did not let the person in, or `reason=expired` if this browser did not begin the sign-in within the last ten minutes; `openid_not_proved` if the provider did not authenticate the person again; or `not_linked` if no member has this identity or the address that the provider verified. The `reason` is then `no_address`, `unverified_address`, `unknown_address`, `other_identity` or `no_membership`.",
        querystring: Type.Object({}, { additionalProperties: true }),
        response: {
          303: Type.Null({ description: "Redirects to `next`, or to `/sign-in` with an error." }),
          ...problems(404),
        },
      },
    },
    async (request, reply) => {
      const provider = needProvider(openId);
      const url = new URL(redirectUrl);
      const end = request.url.indexOf("?");
      url.search = end === -1 ? "" : request.url.slice(end);
      const key = needSecretKey(secretKey);
      const { cookie: header } = request.headers;
      const state = url.searchParams.get("state") ?? "";
      const pending = readOpenIdCookie(key, { header, state, nowMs: now().getTime() });
      const refuse = (error: OpenIdError, reason: Reason | undefined, about: object) => {
        request.log.warn(about, "signing in through the OpenID provider failed");
        return sendNothing(reply.header("location", failed(error, { reason, ...pending?.visit })), 303);
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
        const warn = (message: string, about: object) => request.log.warn(about, message);
        if (claims.groupsFault !== undefined)
          warn("groups at the OpenID provider were not applied", {
            claim: openIdGroups?.claim,
            reason: claims.groupsFault,
          });
        const { started, hasChangedMembers } = await signInByIdentity(
          visitorOf(request),
          { claims, from: visit.from },
          { ...deps, now: now(), warn },
        );
        if (hasChangedMembers && openIdGroups !== undefined) deps.onMembersChanged(openIdGroups.orgId);
        if ("code" in started) {
          const { code, why, ...account } = started;
          return refuse("not_linked", code, { ...about, ...account, reason: why });
        }
        endFormerSession(visitorOf(request), request.headers, { db, background, now });
        const cookie = newSessionCookie(started.sessionKey, started.expiresAt, now().getTime());
        return sendNothing(reply.header("set-cookie", cookie).header("location", visit.next), 303);
      } catch (error) {
        const isDenied = error instanceof OpenIdFailure && error.isDenied;
        return refuse("openid_failed", isDenied ? "denied" : undefined, { reason: reasonOf(error) });
      }
    },
  );
};

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
