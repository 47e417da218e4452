import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { exchangeCode, type Issued } from "#identity/oauth/exchange.ts";
import { insertRegisteredClient } from "#identity/oauth/queries.ts";
import { loadConfig } from "#platform/config/config.ts";
import { newId } from "#platform/ids.ts";
import { newApiKey } from "./factories.ts";
import type { Caller } from "./test-app.ts";

const { keyShares } = loadConfig({});
const redirectUri = "http://127.0.0.1:53682/callback";
const verifier = "a verifier that is long enough for rfc 7636 ".replaceAll(" ", "-");

/** Registers a program. Returns an authorization request from the program. */
async function newRequest({ world, orgId }: Caller, scopes: readonly string[] = ["time-entries:read"]) {
  const client = { id: newId("client"), name: "Assistant", redirect_uris: [redirectUri] };
  await insertRegisteredClient(world.db, client, 1_000, new Date());
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: "time-entries:read projects:read",
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
  });
  const body = { request: query.toString(), organizationId: orgId, scopes, expiresAt: null };
  return { clientId: client.id, body };
}

/** Connects a program on behalf of the session's person. Returns the program's tokens. */
export async function newGrant(
  session: Caller,
  scopes?: readonly string[],
): Promise<Issued & { id: string; clientId: string }> {
  const { clientId, body } = await newRequest(session, scopes);
  const permitted = await session.post("/v1/me/grants", body);
  assert.equal(permitted.status, 201, permitted.text);
  const code = new URL(permitted.json.redirectUrl).searchParams.get("code") ?? "";
  const visitor = { address: "192.0.2.7", userAgent: undefined, requestId: "exchange" };
  const deps = { db: session.world.db, now: () => new Date(), keyShares, onChange: () => undefined };
  const issued = await exchangeCode(visitor, { code, clientId, redirectUri, verifier }, deps);
  const [{ id }] = (await session.get("/v1/me/grants")).json.data;
  return { ...issued, id, clientId };
}

const granted = async (caller: Caller, scopes?: readonly string[]) =>
  newGrant(await caller.world.newSession(caller), scopes);

/** Creates API keys until the caller has the maximum number. */
export async function useUpKeys(caller: Caller): Promise<void> {
  for (let made = 1; made < keyShares.perMember; made++) await newApiKey(caller);
}

export const grantRequests = {
  listGrants: async (caller: Caller) => {
    await granted(caller);
    return {};
  },
  describeGrantRequest: async (caller: Caller) => ({ body: { request: (await newRequest(caller)).body.request } }),
  createGrant: async (caller: Caller) => ({ body: (await newRequest(caller)).body }),
  listMemberGrants: async (caller: Caller) => {
    await granted(caller);
    return {};
  },
  endMemberGrant: async (caller: Caller) => ({ ids: { id: (await granted(caller)).id } }),
  updateGrant: async (caller: Caller) => ({
    ids: { id: (await granted(caller, ["time-entries:read", "projects:read"])).id },
    body: { scopes: ["time-entries:read"] },
  }),
  endGrant: async (caller: Caller) => ({ ids: { id: (await granted(caller)).id } }),
};
