import { askedUsers, idsWithin, may, reachOf } from "#identity/access.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import type { InPath } from "#identity/by-id.ts";
import type { OperationDeps } from "#identity/http/mutation.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { ClientDocuments } from "#identity/oauth/client-document.ts";
import { endGrant } from "#identity/oauth/end-grant.ts";
import { readRequest } from "#identity/oauth/read-request.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { createGrant, describeRequest, updateGrant } from "./grant-verbs.ts";
import { listUsable, type ShownGrant } from "./queries.ts";
import {
  CreatedGrant,
  CreateGrant,
  DescribeGrantRequest,
  Grant,
  GrantPage,
  GrantRequest,
  Grants,
  ListMemberGrants,
  UpdateGrant,
} from "./schemas.ts";
import { toGrant } from "./to-grant.ts";

export interface GrantDeps extends OperationDeps {
  keyShares: KeyShares;
  clientDocuments: ClientDocuments;
  publicUrl: string;
}

const operations = {
  listGrants: {
    at: "GET /me/grants",
    access: "anyone",
    sessionOnly: true,
    summary: "List the programs that you have connected",
    description: "In this organization, newest first; up to 200.",
    reply: Grants,
    others: [],
  },
  describeGrantRequest: {
    at: "POST /me/grant-requests",
    byHand: true,
    access: "anyone",
    sessionOnly: true,
    summary: "Describe a program's request",
    description:
      "Describes the request with which a program sent the person's browser to `/authorize`. If the program's id is an address, reads the program's description there. If the program is unknown, or the redirect address is not one of the program's, the reply is 422, and the browser must not be redirected. Stores nothing.",
    body: DescribeGrantRequest,
    reply: GrantRequest,
    others: [400, 422, 503],
  },
  createGrant: {
    at: "POST /me/grants",
    byHand: true,
    access: "keys:write",
    sessionOnly: true,
    reauthenticated: true,
    summary: "Connect a program",
    description:
      "Grants a request for the organization of this session; 404 if the session has switched to another organization. The program gets tokens with these scopes for `/mcp`, not for other addresses. Grants count as API keys: people who may not create keys may not connect programs, and the limits are the same (409 `too_many_api_keys`).",
    body: CreateGrant,
    reply: CreatedGrant,
    status: 201,
    others: [400, 404, 409, 422, 503],
  },
  updateGrant: {
    at: "PATCH /me/grants/:id",
    access: "anyone",
    sessionOnly: true,
    summary: "Change what a connected program may do",
    description:
      "Applies to the program's current tokens, from its next request on. To add scopes, the person must be allowed to connect programs and must have authenticated in the last 10 minutes.",
    body: UpdateGrant,
    reply: Grant,
    others: [400, 404, 422],
  },
  endGrant: {
    at: "DELETE /me/grants/:id",
    access: "anyone",
    sessionOnly: true,
    evenWhileEnding: true,
    summary: "Disconnect a program",
    description: "The program's tokens are refused at once, on every node.",
    reply: "No Content",
    others: [404],
  },
  listMemberGrants: {
    at: "GET /grants",
    access: "keys:write",
    tag: "API keys",
    summary: "List connected programs",
    description:
      "Newest first, only those that still have access. Members get their own; owners and admins get everybody's.",
    query: ListMemberGrants,
    reply: GrantPage,
    others: [422],
  },
  endMemberGrant: {
    at: "DELETE /grants/:id",
    access: "keys:write",
    evenWhileEnding: true,
    tag: "API keys",
    summary: "Disconnect a program",
    description:
      "Its tokens are refused at once, on every node. Owners and admins may disconnect everybody's programs. A program that has no access anymore is 404.",
    reply: "Disconnected.",
    others: [404],
  },
} as const satisfies Operations;

/**
 * Lets people connect and disconnect programs, and lets owners and admins list and disconnect those of every member.
 */
export async function grantRoutes(app: HttpApp, deps: GrantDeps): Promise<void> {
  const { db, mutate, now, keyShares, publicUrl } = deps;
  const own = (request: InPath) => findOwn(db, request, now());
  const inReach = (request: InPath) => findInReach(db, request, now());
  const end = (tx: Transaction, { actor, params: { id } }: InPath, user_id: string) =>
    endGrant(tx, { org_id: actor.orgId, user_id, id }, actor, now());
  addOperations(
    app,
    operations,
    { tag: "Me", mutate, find: { updateGrant: own, endGrant: own, endMemberGrant: inReach } },
    {
      async listGrants({ actor }) {
        const rows = await listUsable(db, actor.orgId, { userIds: [actor.userId] }, now());
        return { body: { data: rows.map((row) => toGrant(actor, row)) } };
      },
      async describeGrantRequest({ actor, body }, _reply, inTransaction) {
        const asked = await readRequest(actor.orgId, body.request, deps);
        return inTransaction(async () => ({ body: describeRequest(actor, asked, { publicUrl }) }));
      },
      async createGrant({ actor, body }, _reply, inTransaction) {
        const asked = await readRequest(actor.orgId, body.request, deps);
        return inTransaction(async (tx) => {
          const redirectUrl = await createGrant(tx, actor, asked, body, { now: now(), keyShares, publicUrl });
          return { body: { redirectUrl }, isSecret: true };
        });
      },
      async updateGrant(tx, request) {
        const { actor, params, body: input } = request;
        if (!(await updateGrant(tx, actor, { id: params.id, input }, now()))) throw noSuchGrant();
        return { body: toGrant(actor, await findOwn(tx, request, now())) };
      },
      async endGrant(tx, request) {
        if (!(await end(tx, request, request.actor.userId))) throw noSuchGrant();
      },
      async listMemberGrants({ actor, query }) {
        const userIds = idsWithin(reachOf(actor, "keys:write"), askedUsers(actor, query.userId));
        const page = readPage(query, ["grants", userIds]);
        const rows = await listUsable(db, actor.orgId, { userIds }, now(), page);
        return { body: toPage(rows, page, (row) => toGrant(actor, row)) };
      },
      async endMemberGrant(tx, request) {
        const { user_id } = await findInReach(tx, request, now());
        if (!(await end(tx, request, user_id))) throw notFound("connected program");
      },
    },
  );
}

async function findOwn(db: Database, { actor, params: { id } }: InPath, now: Date): Promise<ShownGrant> {
  const [row] = await listUsable(db, actor.orgId, { userIds: [actor.userId], id }, now);
  if (row === undefined) throw noSuchGrant();
  return row;
}

async function findInReach(db: Database, { actor, params: { id } }: InPath, now: Date): Promise<ShownGrant> {
  const [row] = await listUsable(db, actor.orgId, { id }, now);
  if (row === undefined) throw notFound("connected program");
  if (!may(actor, "keys:write", row.user_id))
    throw new AppError(
      "forbidden",
      `Another member connected this program, and with the role ${actor.role} you may disconnect only your own. Ask an owner or admin.`,
    );
  return row;
}

function noSuchGrant(): AppError {
  return new AppError("not_found", "You have not connected such a program in this organization.");
}
