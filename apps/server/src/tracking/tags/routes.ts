import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { reachesOthers } from "#identity/access.ts";
import { sendJson } from "#platform/http/replies.ts";
import { Instant } from "#platform/http/schemas.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
import { hiddenEntriesFrom } from "#tracking/projects/visibility.ts";
import { listTags } from "./queries.ts";

const TagList = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String({ description: "In the spelling that was used last." }),
      count: Type.Integer({ description: "Entries that carry it." }),
      lastUsedAt: Instant("The latest start of an entry that carries it."),
    }),
    { description: "All tags in use." },
  ),
});

export const tagRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db }) => {
  app.get(
    "/tags",
    {
      config: { access: "time-entries:read" },
      schema: {
        operationId: "listTags",
        tags: ["Tags"],
        summary: "List the tags in use",
        description: "Most used first. A member sees the tags of its own entries.",
        response: { 200: TagList },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const seesOthers = reachesOthers(actor, "time-entries:read");
      const hidden = seesOthers ? await hiddenEntriesFrom(db, actor) : undefined;
      const rows = await listTags(db, actor.orgId, seesOthers ? undefined : actor.userId, hidden);
      return sendJson(reply, 200, {
        data: rows.map((row) => ({ name: row.name, count: row.count, lastUsedAt: row.last_used_at })),
      });
    },
  );
};
