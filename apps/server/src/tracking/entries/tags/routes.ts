import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { idsWithin, reachOf } from "#identity/access.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { listTags } from "./queries.ts";
import { renameTags, undoRename } from "./rename-tags.ts";
import { RenameTags, TagList, TagRename, TagRenameUndo, UndoTagRename } from "./schemas.ts";

export const tagRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate }) => {
  app.get(
    "/tags",
    {
      config: { access: "time-entries:read" },
      schema: {
        operationId: "listTags",
        tags: ["Tags"],
        summary: "List the tags in use",
        description:
          "Most used first. Members see the tags of their own entries, and leads of teams also see those of their teams' members.",
        response: { 200: TagList },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const userIds = idsWithin(reachOf(actor, "time-entries:read"));
      const hidden = await hiddenEntriesFrom(db, actor, "time-entries:read");
      const rows = await listTags(db, actor.orgId, { ...noFilter, userIds, hidden });
      return sendJson(reply, 200, {
        data: rows.map((row) => ({ name: row.name, count: row.count, lastUsedAt: row.last_used_at })),
      });
    },
  );

  app.post(
    "/tags/rename",
    {
      config: { access: "time-entries:write" },
      schema: {
        operationId: "renameTags",
        tags: ["Tags"],
        summary: "Rename or merge tags",
        description:
          "Changes all live entries that the caller may change; for members, their own, and for leads of teams also those of their teams' members. Entries before the lock date and running timers keep their tags. All or nothing.",
        body: RenameTags,
        response: { 200: TagRename, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => ({
        status: 200,
        body: await renameTags(tx, request.actor, { input: request.body }),
      })),
  );

  app.post(
    "/tags/rename/undo",
    {
      config: { access: "time-entries:write" },
      schema: {
        operationId: "undoTagRename",
        tags: ["Tags"],
        summary: "Undo renaming tags",
        description:
          "Restores the previous tags of entries that still have the tags of the renaming and that the caller may change. It works for merged tags too, and at any time.",
        body: UndoTagRename,
        response: { 200: TagRenameUndo, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => ({
        status: 200,
        body: await undoRename(tx, request.actor, { input: request.body }),
      })),
  );
};
