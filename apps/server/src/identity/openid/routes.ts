import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Closed } from "#platform/http/schemas.ts";
import { Type } from "#platform/http/type/type.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import { endFormerSession } from "#identity/sessions/end-found.ts";
import { findSession } from "#identity/sessions/find-session.ts";
import { newSessionCookie } from "#identity/sessions/session-cookie.ts";
import type { OnDeactivation } from "#identity/members/member-verbs.ts";
import type { SignInDeps } from "#identity/sign-in/deps.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { sendNothing } from "#platform/http/replies.ts";
import { problems } from "#platform/http/resource-schemas.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { clearOpenIdCookie, newOpenIdCookie, readOpenIdCookie } from "./openid-cookie.ts";
import type { OpenIdProvider } from "./openid-provider.ts";
import type { OpenIdClaims } from "./read-claims.ts";
import { signInByIdentity } from "./sign-in-by-identity.ts";

const tags = ["Sign-in"];

/** Why signing in failed. The sign-in page reads the code from the URL. */
type OpenIdError = "openid_unavailable" | "openid_failed" | "openid_not_proved" | "not_linked";

interface OpenIdDeps extends SignInDeps {
  onDeactivation: OnDeactivation;
  /** Called after a sign-in has changed an organization's members. */
  onMembersChanged: (orgId: string) => void;
}

/** A path on this service. Excludes `//` and `/\` at the start, which point to another host. */
const isOwnPath = /^\/(?![/\\])[!-~]*$/;
/** The tolerated difference between the provider's clock and ours. */
const clockToleranceMs = 60_000;

export const openIdRoutes: FastifyPluginAsyncTypebox<OpenIdDeps> = async (app, deps) => {
  const { db, secretKey, publicUrl, openId, openIdGroups, background, now } = deps;
  const redirectUrl = `${publicUrl}/auth/openid/callback`;
  const failed = (error: OpenIdError) => `/sign-in?error=${error}`;

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
        throw invalid("/next", "bad_format", "must be a path of this service, such as /reports");
      const session = await findSession(db, request.headers, now());
      const from = session && { userId: session.owner.user_id, orgId: session.owner.org_id };
      try {
        const { url, checks } = await provider.begin(redirectUrl, { isProof });
        const cookie = newOpenIdCookie(key, { checks, isProof, next, from }, now().getTime());
        return sendNothing(reply.header("set-cookie", cookie).header("location", url), 302);
      } catch (error) {
        request.log.warn({ reason: reasonOf(error) }, "the OpenID provider cannot be reached");
        return sendNothing(reply.header("location", failed("openid_unavailable")), 303);
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
          "Applies the person's groups, if configured, and signs in the person whom the provider identified. Otherwise redirects to `/sign-in?error=…`: `openid_failed`; `openid_not_proved` if the provider did not authenticate the person again; or `not_linked` if no member has this identity or the address that the provider verified.",
        querystring: Type.Object({}, { additionalProperties: true }),
        response: {
          303: Type.Null({ description: "Redirects to `next`, or to `/sign-in` with an error." }),
          ...problems(404),
        },
      },
    },
    async (request, reply) => {
      const provider = needProvider(openId);
      const visit = readOpenIdCookie(needSecretKey(secretKey), request.headers.cookie, now().getTime());
      void reply.header("set-cookie", clearOpenIdCookie);
      if (visit === undefined) return sendNothing(reply.header("location", failed("openid_failed")), 303);
      const url = new URL(redirectUrl);
      const end = request.url.indexOf("?");
      url.search = end === -1 ? "" : request.url.slice(end);
      try {
        const claims = withoutFutureAuthentication(await provider.finish(url, visit.checks), now().getTime());
        if (visit.isProof && (claims.authenticatedAtMs ?? 0) < visit.begunAtMs - clockToleranceMs)
          return sendNothing(reply.header("location", failed("openid_not_proved")), 303);
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
        if (started === undefined) return sendNothing(reply.header("location", failed("not_linked")), 303);
        endFormerSession(visitorOf(request), request.headers, { db, background, now });
        const cookie = newSessionCookie(started.sessionKey, started.expiresAt, now().getTime());
        return sendNothing(reply.header("set-cookie", cookie).header("location", visit.next ?? "/"), 303);
      } catch (error) {
        // Logs only the name and the code of the error, because its message may quote our request.
        request.log.warn({ reason: reasonOf(error) }, "signing in through the OpenID provider failed");
        return sendNothing(reply.header("location", failed("openid_failed")), 303);
      }
    },
  );
};

function needProvider(provider: OpenIdProvider | undefined): OpenIdProvider {
  if (provider !== undefined) return provider;
  throw new AppError("not_found", "This server has no OpenID provider.");
}

function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === "string").join(" ");
}

/** Drops an `auth_time` in the future, such as one in milliseconds: it does not prove when the person authenticated. */
function withoutFutureAuthentication(claims: OpenIdClaims, nowMs: number): OpenIdClaims {
  const isFuture = (claims.authenticatedAtMs ?? 0) > nowMs + clockToleranceMs;
  return isFuture ? { ...claims, authenticatedAtMs: undefined } : claims;
}
