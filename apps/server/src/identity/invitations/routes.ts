import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Mutate, MutationReply } from "#identity/http/mutation.ts";
import type { Transaction } from "#platform/database/database.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { withFigures } from "#platform/http/replies/etag.ts";
import { type ReplyOf, sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import { linkTo } from "#identity/one-time-links/one-time-link.ts";
import { findMailFailures } from "#identity/outbox/queries.ts";
import { countOrRefuse, mailCounter } from "#identity/throttle/throttle.ts";
import { createInvitation, type InvitationAndTokens, resendInvitation, revokeInvitation } from "./invitation-verbs.ts";
import { addInvitationMail, type InvitationMailDeps } from "./mail-invitation.ts";
import { findInvitation, listInvitations } from "./queries.ts";
import { CreateInvitation, Invitation, InvitationPage, ListInvitations, SentInvitation } from "./schemas.ts";
import { invitationTag, toInvitation } from "./to-invitation.ts";

const tags = ["Members"];

interface InvitationDeps extends InvitationMailDeps {
  mutate: Mutate;
}

export const invitationRoutes: FastifyPluginAsyncTypebox<InvitationDeps> = async (app, deps) => {
  const { db, mutate, now, publicUrl, mail } = deps;
  const inPath = byId(({ actor, params }) => findInvitation(db, actor.orgId, params.id), "invitation");

  /** Returns one link of the invitation in the reply, and emails the other after COMMIT. */
  async function sendLink<Schema extends FastifySchema>(
    request: FastifyRequest,
    reply: ReplyOf<Schema>,
    make: (tx: Transaction) => Promise<InvitationAndTokens>,
    answer: (body: SentInvitation, etag: string) => MutationReply<Schema>,
  ): Promise<FastifyReply> {
    const { actor } = request;
    await mutate(request, reply, async (tx) => {
      const { row, token, mailedToken } = await make(tx);
      if (mail !== undefined) await countOrRefuse(tx, [mailCounter(row.email)], now());
      await addInvitationMail(tx, actor, deps, { row, mailedToken });
      const link = linkTo(`${publicUrl}/invitation`, token);
      const body = { ...toInvitation(row, now()), link, emailSent: mail !== undefined };
      return answer(body, invitationTag(row, now()));
    });
    mail?.wake();
    return reply;
  }

  app.get(
    "/invitations",
    {
      config: { access: "members:read" },
      schema: {
        operationId: "listInvitations",
        tags,
        summary: "List invitations, newest first",
        querystring: ListInvitations,
        response: { 200: InvitationPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { status, q } = request.query;
      const page = readPage(request.query, ["invitations", status, q]);
      const at = now();
      const { orgId } = request.actor;
      const rows = await listInvitations(db, orgId, { statuses: status, q }, page, at);
      const ids = rows.map(({ id }) => id);
      const failures = await findMailFailures(db, orgId, ids);
      return sendPage(
        request,
        reply,
        toPage(rows, page, (row) => toInvitation(row, at, failures.get(row.id))),
      );
    },
  );

  app.post(
    "/invitations",
    {
      config: { access: "members:write", reauthenticated: true },
      schema: {
        operationId: "createInvitation",
        tags,
        summary: "Invite a person by email address",
        description:
          "The reply contains a link to pass on. If the service has a mail server, it also emails a different link, which verifies the person's address when it is used. An API key may invite owners and admins only if it has every scope.",
        body: CreateInvitation,
        response: { 201: SentInvitation, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      sendLink(
        request,
        reply,
        (tx) => createInvitation(tx, request.actor, { input: request.body }, { now: now() }),
        (body, etag) => ({ status: 201, body, etag, isSecret: true, location: `/v1/invitations/${body.id}` }),
      ),
  );

  app.get(
    "/invitations/:id",
    {
      config: { access: "members:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getInvitation",
        tags,
        summary: "Get an invitation",
        params: IdParams,
        response: { 200: Invitation, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      const failure = (await findMailFailures(db, row.org_id, [row.id])).get(row.id);
      const tag = invitationTag(row, now());
      const etag = failure === undefined ? tag : withFigures(tag, [failure.attempts]);
      return sendResource(request, reply, etag, toInvitation(row, now(), failure));
    },
  );

  app.post(
    "/invitations/:id/resend",
    {
      config: { access: "members:write", reauthenticated: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "resendInvitation",
        tags,
        summary: "Resend an invitation with a new link",
        description: "The old link stops working, and the 7 days start over. Also possible for an expired invitation.",
        params: IdParams,
        response: { 200: SentInvitation, ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      sendLink(
        request,
        reply,
        (tx) => resendInvitation(tx, request.actor, targetOf(request), { now: now() }),
        (body, etag) => ({ status: 200, body, etag, isSecret: true }),
      ),
  );

  app.delete(
    "/invitations/:id",
    {
      config: { access: "members:write", evenWhileEnding: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "revokeInvitation",
        tags,
        summary: "Revoke an invitation",
        description: "Its link stops working at once. The invitation can still be read.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Revoked." }), ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await revokeInvitation(tx, request.actor, targetOf(request), { now: now() });
        return { status: 204 };
      }),
  );
};
