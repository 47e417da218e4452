import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { type InPath, pathFirst } from "#identity/by-id.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import { listSessions, type SessionRow } from "./queries.ts";
import { type Session, Sessions } from "./schemas.ts";
import { endSessions } from "./session-verbs.ts";

const tags = ["Me"];
const config = { access: "anyone", sessionOnly: true, evenWhileEnding: true } as const;

interface SessionDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
}

export const sessionRoutes: FastifyPluginAsyncTypebox<SessionDeps> = async (app, { db, mutate, now }) => {
  const inPath = async ({ actor, params }: InPath): Promise<void> => {
    const rows = await listSessions(db, actor.userId, now());
    if (!rows.some(({ id }) => id === params.id)) throw noSuchSession();
  };

  app.get(
    "/me/sessions",
    {
      config,
      schema: {
        operationId: "listSessions",
        tags,
        summary: "List your sessions",
        description: "All usable sessions, in all organizations, newest first; up to 200.",
        response: { 200: Sessions },
      },
    },
    async (request, reply) => {
      const rows = await listSessions(db, request.actor.userId, now());
      const data = rows.map((row) => toSession(row, request.actor.keyId));
      return sendJson(reply, 200, { data });
    },
  );

  app.delete(
    "/me/sessions",
    {
      config,
      schema: {
        operationId: "endOtherSessions",
        tags,
        summary: "End your other sessions",
        description:
          "Ends all sessions except the one of this request, in all organizations, disconnects the programs that were connected in them, and ends the calendar feeds created in them.",
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor } = request;
        const others = { userId: actor.userId, except: actor.keyId };
        await endSessions(tx, actor, others, { now: now() });
        return { status: 204 };
      }),
  );

  app.delete(
    "/me/sessions/:id",
    {
      config,
      schema: {
        operationId: "endSession",
        tags,
        summary: "End one of your sessions",
        description:
          "Programs that were connected in it lose their access too, and calendar feeds created in it end; signing out does not affect them.",
        params: IdParams,
        response: { 204: Type.Null(), ...problems(404) },
      },
      preValidation: pathFirst(inPath),
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params } = request;
        const one = { userId: actor.userId, only: params.id };
        const ended = await endSessions(tx, actor, one, { now: now() });
        if (ended === 0) throw noSuchSession();
        return { status: 204 };
      }),
  );
};

function noSuchSession(): AppError {
  return new AppError("not_found", "You have no such session.");
}

function toSession(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    organizationId: row.org_id,
    organizationName: row.organization_name,
    name: row.name,
    isCurrent: row.id === currentId,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
