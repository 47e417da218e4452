import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { askedUsers, idsWithin, reachOf } from "#identity/access.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { byId, type InPath, pathFirst } from "#identity/by-id.ts";
import { notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
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

const tags = ["API keys"];

interface ApiKeyDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
  keyShares: KeyShares;
}

export const apiKeyRoutes: FastifyPluginAsyncTypebox<ApiKeyDeps> = async (app, { db, mutate, now, keyShares }) => {
  const findInPath = byId(({ actor, params }) => findApiKey(db, actor.orgId, params.id), "API key");
  const inPath = async (request: InPath): Promise<ShownKeyRow> => {
    const row = await findInPath(request);
    checkKeyReach(request.actor, row);
    return row;
  };
  const created = ({ row, apiKey }: KeyAndSecret) => ({
    status: 201 as const,
    body: { ...toApiKey(row, now()), apiKey },
    isSecret: true,
    location: `/v1/api-keys/${row.id}`,
    etag: keyTag(row, now()),
  });

  app.get(
    "/api-keys",
    {
      config: { access: "keys:write" },
      schema: {
        operationId: "listApiKeys",
        tags,
        summary: "List API keys",
        description:
          "Newest first, including keys that are no longer valid. Members get their own keys; owners and admins get all keys.",
        querystring: ListApiKeys,
        response: { 200: ApiKeyPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const userIds = idsWithin(reachOf(actor, "keys:write"), askedUsers(actor, query.userId));
      const page = readPage(query, ["api-keys", userIds, query.status]);
      const rows = await listApiKeys(db, actor.orgId, { userIds, statuses: query.status }, now(), page);
      return sendPage(
        request,
        reply,
        toPage(rows, page, (row) => toApiKey(row, now())),
      );
    },
  );

  app.post(
    "/api-keys",
    {
      config: { access: "keys:write", reauthenticated: true },
      schema: {
        operationId: "createApiKey",
        tags,
        summary: "Create an API key for yourself",
        description:
          "The reply contains the key, which is shown only this once. The key gets at most the permissions of the calling key; requesting a scope that the calling key lacks is refused with 403. A member may have 50 active keys and an organization 1,000 (otherwise 409 `too_many_api_keys`).",
        body: CreateApiKey,
        response: { 201: ApiKeyWithSecret, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) =>
        created(await makeApiKey(tx, request.actor, { input: request.body }, { now: now(), keyShares })),
      ),
  );

  app.get(
    "/api-keys/:id",
    {
      config: { access: "keys:write" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getApiKey",
        tags,
        summary: "Get an API key",
        description: "The ETag does not cover `lastUsedAt` and `lastUsedAddress`.",
        params: IdParams,
        response: { 200: ApiKey, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      return sendResource(request, reply, keyTag(row, now()), toApiKey(row, now()));
    },
  );

  app.patch(
    "/api-keys/:id",
    {
      config: { access: "keys:write" },
      preValidation: inPath,
      schema: {
        operationId: "updateApiKey",
        tags,
        summary: "Change the name, scopes or expiry of an API key",
        description:
          "Owners and admins may change other members' keys too, but may not extend their lifetime. To extend a key's lifetime with a session, the person must have authenticated in the last 10 minutes (otherwise call `POST /auth/reauthenticate` first). If a rotated key is extended beyond its overlap, it counts as active again (409 `too_many_api_keys` if there is no room). A key that is no longer valid cannot be changed (409 `key_ended`).",
        params: IdParams,
        body: UpdateApiKey,
        response: { 200: ApiKey, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeApiKey(tx, request.actor, editOf(request), { now: now(), keyShares });
        return { status: 200, body: toApiKey(row, now()), etag: keyTag(row, now()) };
      }),
  );

  app.delete(
    "/api-keys/:id",
    {
      config: { access: "keys:write", evenWhileEnding: true },
      preValidation: pathFirst(async (request: InPath) => {
        if ((await inPath(request)).revoked_at !== null) throw notFound("API key");
      }),
      schema: {
        operationId: "revokeApiKey",
        tags,
        summary: "Revoke an API key",
        description:
          "The key is refused at once, on every node, and stays listed. Owners and admins may revoke any key. A key that is already revoked is 404.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Revoked." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await revokeApiKey(tx, request.actor, targetOf(request), { now: now() });
        return { status: 204 };
      }),
  );

  app.post(
    "/api-keys/:id/rotate",
    {
      config: { access: "keys:write", reauthenticated: true },
      preValidation: async (request) => refuseForeign(request.actor, await inPath(request)),
      schema: {
        operationId: "rotateApiKey",
        tags,
        summary: "Replace one of your API keys",
        description:
          "The reply contains the new key, which is shown only this once and has the permissions of the old one. The old key expires after the overlap, or at its own expiry time if that is earlier. The calling key needs all `effectiveScopes` of the old key. The new key takes the old key's place in the limit, so a member who has reached the limit can still rotate every key. Rotating a key that has already been rotated counts as an additional key (409 `too_many_api_keys` if there is no room).",
        params: IdParams,
        body: { ...RotateApiKey, "x-optional": true },
        response: { 201: ApiKeyWithSecret, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const edit = { ...targetOf(request), input: request.body ?? {} };
        return created(await rotateApiKey(tx, request.actor, edit, { now: now(), keyShares }));
      }),
  );
};
