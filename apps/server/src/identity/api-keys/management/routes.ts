import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { askedUsers, idsWithin, reachOf } from "#identity/access.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import type { OperationDeps } from "#identity/http/mutation.ts";
import { byId, type InPath } from "#identity/by-id.ts";
import { notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import {
  changeApiKey,
  checkKeyReach,
  makeApiKey,
  refuseForeign,
  revokeApiKey,
  rotateApiKey,
  type KeyAndSecret,
} from "./key-verbs.ts";
import { findApiKey, listApiKeys, type ShownKeyRow } from "./queries.ts";
import {
  ApiKey,
  ApiKeyPage,
  ApiKeyWithSecret,
  CreateApiKey,
  ListApiKeys,
  RotateApiKey,
  UpdateApiKey,
} from "./schemas.ts";
import { keyTag, toApiKey } from "./to-api-key.ts";

interface ApiKeyDeps extends OperationDeps {
  keyShares: KeyShares;
}

const operations = {
  listApiKeys: {
    at: "GET /api-keys",
    access: "keys:write",
    summary: "List API keys",
    description:
      "Newest first, including keys that are no longer valid. Members get their own keys; owners and admins get all keys.",
    query: ListApiKeys,
    reply: ApiKeyPage,
    others: [422],
  },
  createApiKey: {
    at: "POST /api-keys",
    access: "keys:write",
    reauthenticated: true,
    summary: "Create an API key for yourself",
    description:
      "The reply contains the key, which is shown only this once. The key gets at most the permissions of the calling key; requesting a scope that the calling key lacks is refused with 403. A member may have 50 active keys and an organization 1,000 (otherwise 409 `too_many_api_keys`).",
    body: CreateApiKey,
    reply: ApiKeyWithSecret,
    status: 201,
    others: [400, 409, 422],
  },
  getApiKey: {
    at: "GET /api-keys/:id",
    access: "keys:write",
    summary: "Get an API key",
    description: "The ETag does not cover `lastUsedAt` and `lastUsedAddress`.",
    reply: ApiKey,
    others: [304, 404],
  },
  updateApiKey: {
    at: "PATCH /api-keys/:id",
    access: "keys:write",
    summary: "Change the name, scopes or expiry of an API key",
    description:
      "Owners and admins may change other members' keys too, but may not extend their lifetime. To extend a key's lifetime with a session, the person must have authenticated in the last 10 minutes (otherwise call `POST /auth/reauthenticate` first). If a rotated key is extended beyond its overlap, it counts as active again (409 `too_many_api_keys` if there is no room). A key that is no longer valid cannot be changed (409 `key_ended`).",
    body: UpdateApiKey,
    reply: ApiKey,
    others: [400, 404, 409, 412, 422],
  },
  revokeApiKey: {
    at: "DELETE /api-keys/:id",
    access: "keys:write",
    evenWhileEnding: true,
    summary: "Revoke an API key",
    description:
      "The key is refused at once, on every node, and stays listed. Owners and admins may revoke any key. A key that is already revoked is 404.",
    reply: "Revoked.",
    others: [404, 412],
  },
  rotateApiKey: {
    at: "POST /api-keys/:id/rotate",
    access: "keys:write",
    reauthenticated: true,
    summary: "Replace one of your API keys",
    description:
      "The reply contains the new key, which is shown only this once and has the permissions of the old one. The old key expires after the overlap, or at its own expiry time if that is earlier. The calling key needs all `effectiveScopes` of the old key. The new key takes the old key's place in the limit, so a member who has reached the limit can still rotate every key. Rotating a key that has already been rotated counts as an additional key (409 `too_many_api_keys` if there is no room).",
    body: { ...RotateApiKey, "x-optional": true },
    reply: ApiKeyWithSecret,
    status: 201,
    others: [400, 404, 409, 412, 422],
  },
} as const satisfies Operations;

export async function apiKeyRoutes(app: HttpApp, { db, mutate, now, keyShares }: ApiKeyDeps): Promise<void> {
  const findAny = byId(({ actor, params }) => findApiKey(db, actor.orgId, params.id), "API key");
  const find = async (request: InPath): Promise<ShownKeyRow> => {
    const row = await findAny(request);
    checkKeyReach(request.actor, row);
    return row;
  };
  const findUnrevoked = async (request: InPath) => {
    if ((await find(request)).revoked_at !== null) throw notFound("API key");
  };
  const findOwn = async (request: InPath) => refuseForeign(request.actor, await find(request));
  const at = () => ({ now: now(), keyShares });
  const shown = (row: ShownKeyRow) => ({ body: toApiKey(row, now()), etag: keyTag(row, now()) });
  const created = ({ row, apiKey }: KeyAndSecret) => ({
    body: { ...toApiKey(row, now()), apiKey },
    etag: keyTag(row, now()),
    location: `/v1/api-keys/${row.id}`,
    isSecret: true,
  });
  addOperations(
    app,
    operations,
    {
      tag: "API keys",
      mutate,
      find: { getApiKey: find, updateApiKey: find, revokeApiKey: findUnrevoked, rotateApiKey: findOwn },
    },
    {
      async listApiKeys({ actor, query }) {
        const userIds = idsWithin(reachOf(actor, "keys:write"), askedUsers(actor, query.userId));
        const page = readPage(query, ["api-keys", userIds, query.status]);
        const rows = await listApiKeys(db, actor.orgId, { userIds, statuses: query.status }, now(), page);
        return { body: toPage(rows, page, (row) => toApiKey(row, now())) };
      },
      createApiKey: async (tx, { actor, body: input }) => created(await makeApiKey(tx, actor, { input }, at())),
      getApiKey: async (request) => shown(await find(request)),
      updateApiKey: async (tx, request) => shown(await changeApiKey(tx, request.actor, editOf(request), at())),
      revokeApiKey: (tx, request) => revokeApiKey(tx, request.actor, targetOf(request), { now: now() }),
      async rotateApiKey(tx, request) {
        const edit = { ...targetOf(request), input: request.body ?? {} };
        return created(await rotateApiKey(tx, request.actor, edit, at()));
      },
    },
  );
}
