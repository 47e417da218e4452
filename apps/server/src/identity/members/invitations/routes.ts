import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Actor } from "#identity/access.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { Transaction } from "#platform/database/database.ts";
import { byId } from "#identity/by-id.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { withFigures } from "#platform/http/replies/etag.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import { linkTo } from "#identity/one-time-links/one-time-link.ts";
import { findMailFailures } from "#identity/outbox/queries.ts";
import { countOrRefuse, mailCounter } from "#identity/throttle/throttle.ts";
import { createInvitation, type InvitationAndTokens, resendInvitation, revokeInvitation } from "./invitation-verbs.ts";
import { addInvitationMail, type InvitationMailDeps } from "./mail-invitation.ts";
import { findInvitation, listInvitations } from "./queries.ts";
import { CreateInvitation, Invitation, InvitationPage, ListInvitations, SentInvitation } from "./schemas.ts";
import { invitationTag, toInvitation } from "./to-invitation.ts";

interface InvitationDeps extends InvitationMailDeps {
  mutate: Mutate;
}

const operations = {
  listInvitations: {
    at: "GET /invitations",
    access: "members:read",
    summary: "List invitations, newest first",
    query: ListInvitations,
    reply: InvitationPage,
    others: [422],
  },
  createInvitation: {
    at: "POST /invitations",
    byHand: true,
    access: "members:write",
    reauthenticated: true,
    summary: "Invite a person by email address",
    description:
      "The reply contains a link to pass on. If the service has a mail server, it also emails a different link, which verifies the person's address when it is used. An API key may invite owners and admins only if it has every scope.",
    body: CreateInvitation,
    reply: SentInvitation,
    status: 201,
    others: [400, 404, 409, 422],
  },
  getInvitation: {
    at: "GET /invitations/:id",
    access: "members:read",
    summary: "Get an invitation",
    reply: Invitation,
    others: [304, 404],
  },
  resendInvitation: {
    at: "POST /invitations/:id/resend",
    byHand: true,
    access: "members:write",
    reauthenticated: true,
    summary: "Resend an invitation with a new link",
    description: "The old link stops working, and the 7 days start over. Also possible for an expired invitation.",
    reply: SentInvitation,
    others: [404, 409, 412],
  },
  revokeInvitation: {
    at: "DELETE /invitations/:id",
    access: "members:write",
    evenWhileEnding: true,
    summary: "Revoke an invitation",
    description: "Its link stops working at once. The invitation can still be read.",
    reply: "Revoked.",
    others: [404, 409, 412],
  },
} as const satisfies Operations;

export async function invitationRoutes(app: HttpApp, deps: InvitationDeps): Promise<void> {
  const { db, mutate, now, publicUrl, mail } = deps;
  const find = byId(({ actor, params }) => findInvitation(db, actor.orgId, params.id), "invitation");

  /** Returns one of the invitation's links for the reply, and queues the email with the other. */
  async function sendLinks(tx: Transaction, actor: Actor, { row, token, mailedToken }: InvitationAndTokens) {
    if (mail !== undefined) await countOrRefuse(tx, [mailCounter(row.email)], now());
    await addInvitationMail(tx, actor, deps, { row, mailedToken });
    const link = linkTo(`${publicUrl}/invitation`, token);
    const body = { ...toInvitation(row, now()), link, emailSent: mail !== undefined };
    return { body, etag: invitationTag(row, now()), isSecret: true };
  }

  addOperations(
    app,
    operations,
    { tag: "Members", mutate, find },
    {
      async listInvitations({ actor: { orgId }, query }) {
        const { status: statuses, q } = query;
        const page = readPage(query, ["invitations", statuses, q]);
        const at = now();
        const rows = await listInvitations(db, orgId, { statuses, q }, page, at);
        const ids = rows.map(({ id }) => id);
        const failures = await findMailFailures(db, orgId, ids);
        return { body: toPage(rows, page, (row) => toInvitation(row, at, failures.get(row.id))) };
      },
      async createInvitation({ actor, body: input }, _reply, inTransaction) {
        const reply = await inTransaction(async (tx) => {
          const created = await createInvitation(tx, actor, { input }, { now: now() });
          return { ...(await sendLinks(tx, actor, created)), location: `/v1/invitations/${created.row.id}` };
        });
        mail?.wake();
        return reply;
      },
      async getInvitation(request) {
        const row = await find(request);
        const failure = (await findMailFailures(db, row.org_id, [row.id])).get(row.id);
        const tag = invitationTag(row, now());
        const etag = failure === undefined ? tag : withFigures(tag, [failure.attempts]);
        return { body: toInvitation(row, now(), failure), etag };
      },
      async resendInvitation(request, _reply, inTransaction) {
        const { actor } = request;
        const reply = await inTransaction(async (tx) =>
          sendLinks(tx, actor, await resendInvitation(tx, actor, targetOf(request), { now: now() })),
        );
        mail?.wake();
        return reply;
      },
      revokeInvitation: (tx, request) => revokeInvitation(tx, request.actor, targetOf(request), { now: now() }),
    },
  );
}
