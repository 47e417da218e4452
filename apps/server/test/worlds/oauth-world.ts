import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import * as oauth from "openid-client";
import { fetchInProcess } from "#platform/http/server/in-process.ts";
import { createDashboard } from "#src/dashboard/dashboard.ts";
import { type Answer, type Caller, newTestApp, type TestApp, type TestAppOptions } from "./test-app.ts";

export const issuer = "https://time.example.com";
export const callback = "http://127.0.0.1:53682/callback";

export interface OAuthWorld extends TestApp {
  /** Fetches URLs under the public URL from the local port on which the service listens. */
  fetch: typeof fetch;
  /** Registers a program. Returns a client library that is configured for it. */
  register(metadata?: object): Promise<oauth.Configuration>;
  /** Discovers the service's metadata for a client id of any kind. */
  discover(clientId: string): Promise<oauth.Configuration>;
  /** Calls the API with an access token without leaving the process, as `/mcp` does. */
  call(accessToken: string, path?: string): Promise<Answer>;
}

/** Creates an app with a dashboard, because people can connect programs only there. */
export function newConsentWorld(options: TestAppOptions): Promise<TestApp> {
  const folder = fileURLToPath(new URL("../../../dashboard", import.meta.url));
  // The dashboard need not be built or started, because these tests open no page.
  return newTestApp({ ...options, dashboard: createDashboard({ folder, onFailure: () => undefined }) });
}

export async function newOAuthWorld(options: TestAppOptions = {}): Promise<OAuthWorld> {
  const world = await newConsentWorld({ ...options, publicUrl: issuer });
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const toOwn = (url: string) => url.replace(issuer, `http://127.0.0.1:${port}`);
  const ownFetch: typeof fetch = (input, init) =>
    fetch(toOwn(input instanceof Request ? input.url : input.toString()), init);
  const settings = { algorithm: "oauth2", [oauth.customFetch]: ownFetch as oauth.CustomFetch } as const;
  return {
    ...world,
    fetch: ownFetch,
    register: (metadata = { client_name: "Helper", redirect_uris: [callback] }) =>
      oauth.dynamicClientRegistration(new URL(issuer), metadata, oauth.None(), settings),
    discover: (clientId) => oauth.discovery(new URL(issuer), clientId, {}, oauth.None(), settings),
    async call(accessToken, path = "/v1/me") {
      const headers = { authorization: `Bearer ${accessToken}` };
      const answer = await fetchInProcess(world.app, { address: "192.0.2.1", headers })(`${issuer}${path}`, {});
      const text = await answer.text();
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        bytes: Buffer.from(text),
        text,
        json: JSON.parse(text),
      };
    },
  };
}

/** A program's authorization request, with the values that the program must remember. */
export interface Asking {
  query: string;
  checks: { pkceCodeVerifier: string; expectedState: string };
}

/** Builds an authorization request as a careful client does. `changed` overrides or removes parameters. */
export async function ask(
  client: oauth.Configuration,
  changed: Record<string, string | undefined> = {},
): Promise<Asking> {
  const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const parameters: Record<string, string | undefined> = {
    redirect_uri: callback,
    scope: "time-entries:read time-entries:write projects:read",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    resource: `${issuer}/mcp`,
    ...changed,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined) as [string, string][];
  const url = oauth.buildAuthorizationUrl(client, Object.fromEntries(given));
  return { query: url.search.slice(1), checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

/**
 * Grants the request on behalf of the person, as the consent screen does. Returns the URL to which the browser is
 * redirected.
 */
export async function permit(session: Caller, { query }: Pick<Asking, "query">, changed: object = {}): Promise<string> {
  const shown = await session.post("/v1/me/grant-requests", { request: query });
  assert.equal(shown.status, 200, shown.text);
  const { organizationId, scopes } = shown.json;
  const permitted = await session.post("/v1/me/grants", {
    request: query,
    organizationId,
    scopes,
    expiresAt: null,
    ...changed,
  });
  assert.equal(permitted.status, 201, permitted.text);
  return permitted.json.redirectUrl;
}

/** Connects a program, from the authorization request to the first tokens. */
export async function connect(client: oauth.Configuration, session: Caller, changed: Record<string, string> = {}) {
  const asking = await ask(client, changed);
  const url = new URL(await permit(session, asking));
  return oauth.authorizationCodeGrant(client, url, asking.checks, { resource: `${issuer}/mcp` });
}
