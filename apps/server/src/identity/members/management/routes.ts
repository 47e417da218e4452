import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { MemberRow } from "#identity/members/queries.ts";
import { completeScopes } from "#identity/access.ts";
import type { OperationDeps } from "#identity/http/mutation.ts";
import { byId, type InPath } from "#identity/by-id.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { demandRankOver } from "#identity/members/member-rules.ts";
import { changeMember, deactivateMember, type OnDeactivation, transferOwnership } from "./member-verbs.ts";
import { findMember, listMembers } from "#identity/members/queries.ts";
import {
  ListMembers,
  Member,
  MemberPage,
  OwnershipTransfer,
  TransferOwnership,
  UpdateMember,
  UserIdParams,
} from "#identity/members/schemas.ts";
import { toMember } from "#identity/members/member.ts";

interface MemberDeps extends OperationDeps {
  onDeactivation: OnDeactivation;
}

const operations = {
  listMembers: {
    at: "GET /members",
    access: "members:read",
    summary: "List members, newest first",
    query: ListMembers,
    reply: MemberPage,
    others: [422],
  },
  getMember: {
    at: "GET /members/:userId",
    access: "members:read",
    summary: "Get a member, active or deactivated",
    params: UserIdParams,
    reply: Member,
    others: [304, 404],
  },
  updateMember: {
    at: "PATCH /members/:userId",
    access: "members:write",
    summary: "Change a member's role, deactivate or reactivate them",
    description:
      "Nobody may change a member with a higher role, or assign a role above their own. A session that raises a role or reactivates a member must have authenticated in the last 10 minutes, or call `POST /auth/reauthenticate` first. An API key may make owners and admins only if it has every scope.",
    params: UserIdParams,
    body: UpdateMember,
    reply: Member,
    others: [400, 404, 409, 412, 422],
  },
  deactivateMember: {
    at: "DELETE /members/:userId",
    access: "members:write",
    evenWhileEnding: true,
    summary: "Deactivate a member",
    description:
      "The member's keys and sessions are revoked at once, and a running timer is stopped; entries and name are kept. The member can still be read, and can be reactivated with `PATCH`.",
    params: UserIdParams,
    reply: "Deactivated.",
    others: [404, 409, 412],
  },
  leaveOrganization: {
    at: "DELETE /me/membership",
    access: "anyone",
    sessionOnly: true,
    evenWhileEnding: true,
    summary: "Leave the session's organization",
    description:
      "Your keys and sessions in this organization are revoked at once, and a running timer is stopped; your entries and name are kept. Only an owner or admin, or an invitation, can bring you back. The last active owner cannot leave.",
    reply: "You are no longer an active member.",
    others: [409],
  },
  transferOwnership: {
    at: "POST /organization/transfer",
    access: "organization:write",
    // The operation creates an owner, who may do everything, so the key must have every scope.
    alsoNeeds: completeScopes.filter((scope) => scope !== "organization:write"),
    ownerOnly: true,
    reauthenticated: true,
    summary: "Make another member the owner, and yourself an admin",
    body: TransferOwnership,
    reply: OwnershipTransfer,
    others: [400, 404, 409, 422],
  },
} as const satisfies Operations;

export async function memberRoutes(app: HttpApp, deps: MemberDeps): Promise<void> {
  const { db, mutate, now, onDeactivation } = deps;
  const find = byId(({ actor, params }: InPath<"userId">) => findMember(db, actor.orgId, params.userId), "member");
  const findBelow = async (request: InPath<"userId">) => demandRankOver(request.actor.role, (await find(request)).role);
  const at = () => ({ now: now(), onDeactivation });
  addOperations(
    app,
    operations,
    { tag: "Members", mutate, find: { getMember: find, updateMember: findBelow, deactivateMember: findBelow } },
    {
      async listMembers({ actor, query }) {
        const { role, status: statuses, q } = query;
        const page = readPage(query, ["members", role, statuses, q]);
        return { body: toPage(await listMembers(db, actor.orgId, { role, statuses, q }, page), page, toMember) };
      },
      getMember: async (request) => shown(await find(request)),
      async updateMember(tx, { actor, params, body: input, headers }) {
        const edit = { id: params.userId, input, ifMatch: headers["if-match"] };
        return shown(await changeMember(tx, actor, edit, at()));
      },
      deactivateMember: (tx, { actor, params, headers }) =>
        deactivateMember(tx, actor, { id: params.userId, ifMatch: headers["if-match"] }, at()),
      leaveOrganization: (tx, { actor }) => deactivateMember(tx, actor, { id: actor.userId, ifMatch: undefined }, at()),
      async transferOwnership(tx, { actor, body: input }) {
        const { owner, previousOwner } = await transferOwnership(tx, actor, { input }, at());
        return { body: { owner: toMember(owner), previousOwner: toMember(previousOwner) } };
      },
    },
  );
}

function shown(row: MemberRow) {
  return { body: toMember(row), etag: etagOf(row) };
}
