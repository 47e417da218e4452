import type { FastifyRequest } from "fastify";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import { visitorOf } from "#identity/visitor.ts";
import { networkOf } from "#identity/throttle/throttle.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { allowAnyOrigin, answerPreflight } from "#platform/http/replies/any-origin.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { asAppError } from "#platform/http/contract/problem.ts";
import { writeJson } from "#platform/http/replies/replies.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { refuseFlood } from "#platform/rate-limit/refuse-flood.ts";
import { exchangeCode, type Issued, refreshTokens, revokeToken } from "./exchange.ts";
import { resourceMetadata, resourceMetadataPath, serverMetadata } from "./metadata.ts";
import { OAuthError, refuseUnless } from "./oauth-error.ts";
import { parseObject } from "./parse-object.ts";
import { refuseForeignResource, singleOf } from "./read-request.ts";
import { registerClient } from "./register-client.ts";

export interface OAuthDeps {
  db: DatabasePool;
  now: () => Date;
  monotonicMs: () => number;
  keyShares: KeyShares;
  limiter: RateLimiter;
  publicUrl: string;
  onChange: (orgId: string) => void;
}

const maxBytes = 16_384;

/** Serves the metadata documents, which pages of any origin may read. */
export function addOAuthMetadata(app: HttpApp, { publicUrl }: { publicUrl: string }): void {
  const documents = {
    "/.well-known/oauth-protected-resource": resourceMetadata({ publicUrl }),
    [resourceMetadataPath]: resourceMetadata({ publicUrl }),
    "/.well-known/oauth-authorization-server": serverMetadata({ publicUrl }),
    // Some programs look below the address that the person entered, or take it for the issuer.
    "/.well-known/oauth-authorization-server/mcp": serverMetadata({ publicUrl }),
    "/mcp/.well-known/oauth-protected-resource": resourceMetadata({ publicUrl }),
    "/mcp/.well-known/oauth-authorization-server": serverMetadata({ publicUrl }),
  };
  for (const [path, document] of Object.entries(documents)) {
    app.options(path, answerPreflight);
    app.get(path, async (_request, reply) => {
      allowAnyOrigin(reply);
      return writeJson(reply.header("cache-control", "public, max-age=300"), 200, document);
    });
  }
}

/**
 * Adds the endpoints under /oauth that programs call (OAuth 2.1, RFC 7591, RFC 7009). These standards define the
 * endpoints, including the format of errors, so they are not in the OpenAPI document.
 */
export function oauthRoutes(app: HttpApp, deps: OAuthDeps): void {
  const { db, now, limiter, monotonicMs } = deps;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBytes }, (_request, body, done) => {
    done(null, body);
  });
  app.addHook("onRequest", (request, reply, done) => {
    allowAnyOrigin(reply.header("cache-control", "no-store"));
    // Hides the Content-Type from Fastify, which would reject a malformed one.
    request.bodyType = request.headers["content-type"];
    request.headers["content-type"] = undefined;
    try {
      refuseFlood(limiter, `oauth ${networkOf(request.ip)}`, monotonicMs(), "Too many requests.");
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, code, description } = describeError(error, request);
    if (status >= 500) request.log.error({ err: error }, "an OAuth request failed");
    return writeJson(reply.headers(headers), status, { error: code, error_description: description });
  });

  app.options("/*", answerPreflight);

  app.post("/token", async (request, reply) => {
    const { accessToken, refreshToken, expiresIn, scopes } = await issueTokens(request, deps);
    return writeJson(reply, 200, {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: expiresIn,
      refresh_token: refreshToken,
      scope: scopes.join(" "),
    });
  });

  app.post("/revoke", async (request, reply) => {
    const form = readForm(request);
    const asked = { token: form.need("token"), clientId: clientIdOf(request, form) };
    await revokeToken(visitorOf(request), asked, deps);
    return writeJson(reply, 200, {});
  });

  app.post("/register", async (request, reply) => {
    const registered = await registerClient(readJson(request), visitorOf(request), { db, now: now() });
    return writeJson(reply, 201, registered);
  });
}

async function issueTokens(request: FastifyRequest, deps: OAuthDeps): Promise<Issued> {
  const form = readForm(request);
  const { need, only, parameters } = form;
  refuseForeignResource(parameters, deps);
  const visitor = visitorOf(request);
  const clientId = clientIdOf(request, form);
  const kind = need("grant_type");
  if (kind === "authorization_code") {
    const [code, verifier, redirectUri] = [need("code"), need("code_verifier"), only("redirect_uri")];
    return exchangeCode(visitor, { code, clientId, redirectUri, verifier }, deps);
  }
  refuseUnless(
    kind === "refresh_token",
    "unsupported_grant_type",
    "grant_type must be authorization_code or refresh_token",
  );
  return refreshTokens(visitor, { refreshToken: need("refresh_token"), clientId }, deps);
}

type Form = ReturnType<typeof readForm>;

function readForm(request: FastifyRequest) {
  // The MCP Inspector sends a header that names another media type before this one.
  const isForm = /(^|,)\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(request.bodyType ?? "");
  refuseUnless(isForm, "invalid_request", "the body must be application/x-www-form-urlencoded");
  const parameters = new URLSearchParams(textOf(request));
  const only = singleOf(parameters, (name) => new OAuthError("invalid_request", `${name} must not be repeated`));
  const need = (name: string) => {
    const value = only(name);
    refuseUnless(value !== undefined, "invalid_request", `${name} is required`);
    return value;
  };
  return { parameters, only, need };
}

/**
 * Returns the program's id from the form or from HTTP Basic (RFC 6749 §2.3.1), which some programs use with an empty
 * secret. Secrets are ignored wherever they are sent, because none are issued.
 */
function clientIdOf({ headers }: FastifyRequest, { only, need }: Form): string {
  const [, credentials = ""] = /^basic +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  const [, encoded = ""] = /^(.*):[^:]*$/.exec(Buffer.from(credentials, "base64").toString()) ?? [];
  const named = new URLSearchParams(`id=${encoded.replaceAll("&", "%26")}`).get("id");
  if (named === null || named === "") return need("client_id");
  const isSame = (only("client_id") ?? named) === named;
  refuseUnless(isSame, "invalid_request", "client_id must be the same in the body and in the Authorization header");
  return named;
}

function textOf({ body }: FastifyRequest): string {
  return typeof body === "string" ? body : "";
}

function readJson(request: FastifyRequest): Record<string, unknown> {
  const body = parseObject(textOf(request));
  refuseUnless(body !== undefined, "invalid_client_metadata", "the body must be a JSON object");
  return body;
}

function describeError(error: unknown, { server }: FastifyRequest) {
  if (error instanceof OAuthError) return { status: 400, headers: {}, code: error.code, description: error.message };
  const { code: reason, headers, message } = asAppError(error);
  const status = server.statusOf[reason];
  const code = status === 500 ? "server_error" : status === 413 ? "invalid_request" : "temporarily_unavailable";
  return { status, headers, code, description: message };
}
