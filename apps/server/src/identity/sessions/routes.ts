import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { InPath } from "#identity/by-id.ts";
import type { OperationDeps } from "#identity/http/mutation.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { AppError } from "#platform/errors.ts";
import { listSessions, type SessionRow } from "./queries.ts";
import { Session, Sessions } from "./schemas.ts";
import { endSessions } from "./session-verbs.ts";

const config = { access: "anyone", sessionOnly: true, evenWhileEnding: true } as const;

const operations = {
  listSessions: {
    at: "GET /me/sessions",
    ...config,
    summary: "List your sessions",
    description: "All usable sessions, in all organizations, newest first; up to 200.",
    reply: Sessions,
    others: [],
  },
  endOtherSessions: {
    at: "DELETE /me/sessions",
    ...config,
    summary: "End your other sessions",
    description:
      "Ends all sessions except the one of this request, in all organizations, disconnects the programs that were connected in them, and ends the calendar feeds created in them.",
    reply: "No Content",
    others: [],
  },
  endSession: {
    at: "DELETE /me/sessions/:id",
    ...config,
    summary: "End one of your sessions",
    description:
      "Programs that were connected in it lose their access too, and calendar feeds created in it end; signing out does not affect them.",
    reply: "No Content",
    others: [404],
  },
} as const satisfies Operations;

export async function sessionRoutes(app: HttpApp, { db, mutate, now }: OperationDeps): Promise<void> {
  const find = async ({ actor, params }: InPath): Promise<void> => {
    const rows = await listSessions(db, actor.userId, now());
    if (!rows.some(({ id }) => id === params.id)) throw noSuchSession();
  };
  addOperations(
    app,
    operations,
    { tag: "Me", mutate, find },
    {
      async listSessions({ actor }) {
        const rows = await listSessions(db, actor.userId, now());
        return { body: { data: rows.map((row) => toSession(row, actor.keyId)) } };
      },
      async endOtherSessions(tx, { actor }) {
        await endSessions(tx, actor, { userId: actor.userId, except: actor.keyId }, { now: now() });
      },
      async endSession(tx, { actor, params }) {
        const ended = await endSessions(tx, actor, { userId: actor.userId, only: params.id }, { now: now() });
        if (ended === 0) throw noSuchSession();
      },
    },
  );
}

function noSuchSession(): AppError {
  return new AppError("not_found", "You have no such session.");
}

const toStored = shownAs(Session, "organizationId", "isCurrent");

function toSession(row: SessionRow, currentId: string): Session {
  return { ...toStored(row), organizationId: row.org_id, isCurrent: row.id === currentId };
}
