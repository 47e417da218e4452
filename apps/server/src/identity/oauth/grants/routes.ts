import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import { type InPath, pathFirst } from "#identity/by-id.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { Database, DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { ClientDocuments } from "#identity/oauth/client-document.ts";
import { endGrant } from "#identity/oauth/end-grant.ts";
import { createGrant, describeRequest, updateGrant } from "./grant-verbs.ts";
import type { ShownGrant } from "#identity/oauth/queries.ts";
import { readRequest } from "#identity/oauth/read-request.ts";
import { listUsable } from "./list-usable.ts";
import {
  CreatedGrant,
  CreateGrant,
  DescribeGrantRequest,
  Grant,
  GrantRequest,
  Grants,
  UpdateGrant,
} from "./schemas.ts";
import { toGrant } from "./to-grant.ts";

const tags = ["Me"];

export interface GrantDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
  keyShares: KeyShares;
  clientDocuments: ClientDocuments;
  publicUrl: string;
}

/** Lets people connect and disconnect programs. Refuses API keys. */
export const grantRoutes: FastifyPluginAsyncTypebox<GrantDeps> = async (app, deps) => {
  const { db, mutate, now, keyShares, publicUrl } = deps;
  const findOwn = async (source: Database, { actor, params }: InPath): Promise<ShownGrant> => {
    const [row] = await listUsable(source, actor.orgId, { userIds: [actor.userId], id: params.id }, now());
    if (row === undefined) throw noSuchGrant();
    return row;
  };
  const inPath = (request: InPath) => findOwn(db, request);

  app.get(
    "/me/grants",
    {
      config: { access: "anyone", sessionOnly: true },
      schema: {
        operationId: "listGrants",
        tags,
        summary: "List the programs that you have connected",
        description: "In this organization, newest first; up to 200.",
        response: { 200: Grants },
      },
    },
    async (request, reply) => {
      const { orgId, userId } = request.actor;
      const rows = await listUsable(db, orgId, { userIds: [userId] }, now());
      return sendJson(reply, 200, { data: rows.map((row) => toGrant(request.actor, row)) });
    },
  );

  app.post(
    "/me/grant-requests",
    {
      config: { access: "anyone", sessionOnly: true },
      schema: {
        operationId: "describeGrantRequest",
        tags,
        summary: "Describe a program's request",
        description:
          "Describes the request with which a program sent the person's browser to `/authorize`. If the program's id is an address, reads the program's description there. If the program is unknown, or the redirect address is not one of the program's, the reply is 422, and the browser must not be redirected. Stores nothing.",
        body: DescribeGrantRequest,
        response: { 200: GrantRequest, ...problems(400, 422, 503) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const asked = await readRequest(actor.orgId, body.request, deps);
      return mutate(request, reply, async () => ({ status: 200, body: describeRequest(actor, asked, { publicUrl }) }));
    },
  );

  app.post(
    "/me/grants",
    {
      config: { access: "keys:write", sessionOnly: true, reauthenticated: true },
      schema: {
        operationId: "createGrant",
        tags,
        summary: "Connect a program",
        description:
          "Grants a request for the organization of this session; 404 if the session has switched to another organization. The program gets tokens with these scopes for `/mcp`, not for other addresses. Grants count as API keys: people who may not create keys may not connect programs, and the limits are the same (409 `too_many_api_keys`).",
        body: CreateGrant,
        response: { 201: CreatedGrant, ...problems(400, 404, 409, 422, 503) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const asked = await readRequest(actor.orgId, body.request, deps);
      return mutate(request, reply, async (tx) => {
        const redirectUrl = await createGrant(tx, actor, asked, body, { now: now(), keyShares, publicUrl });
        return { status: 201, body: { redirectUrl }, isSecret: true };
      });
    },
  );

  app.patch(
    "/me/grants/:id",
    {
      config: { access: "anyone", sessionOnly: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "updateGrant",
        tags,
        summary: "Change what a connected program may do",
        description:
          "Applies to the program's current tokens, from its next request on. To add scopes, the person must be allowed to connect programs and must have authenticated in the last 10 minutes.",
        params: IdParams,
        body: UpdateGrant,
        response: { 200: Grant, ...problems(400, 404, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params, body } = request;
        if (!(await updateGrant(tx, actor, { id: params.id, input: body }, now()))) throw noSuchGrant();
        return { status: 200, body: toGrant(actor, await findOwn(tx, { actor, params })) };
      }),
  );

  app.delete(
    "/me/grants/:id",
    {
      config: { access: "anyone", sessionOnly: true, evenWhileEnding: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "endGrant",
        tags,
        summary: "Disconnect a program",
        description: "The program's tokens are refused at once, on every node.",
        params: IdParams,
        response: { 204: Type.Null(), ...problems(404) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params } = request;
        const { orgId: org_id, userId: user_id } = actor;
        if (!(await endGrant(tx, { org_id, user_id, id: params.id }, actor, now()))) throw noSuchGrant();
        return { status: 204 };
      }),
  );
};

function noSuchGrant(): AppError {
  return new AppError("not_found", "You have not connected such a program in this organization.");
}
