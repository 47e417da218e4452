import { idsWithin, reachOf } from "#identity/access.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { listTags } from "./queries.ts";
import { renameTags, undoRename } from "./rename-tags.ts";
import { RenameTags, TagList, TagRename, TagRenameUndo, UndoTagRename } from "./schemas.ts";

const operations = {
  listTags: {
    at: "GET /tags",
    access: "time-entries:read",
    summary: "List the tags in use",
    description:
      "Most used first. Members see the tags of their own entries, and leads of teams also see those of their teams' members.",
    reply: TagList,
    others: [],
  },
  renameTags: {
    at: "POST /tags/rename",
    access: "time-entries:write",
    summary: "Rename or merge tags",
    description:
      "Changes all live entries that the caller may change; for members, their own, and for leads of teams also those of their teams' members. Entries before the lock date and running timers keep their tags. All or nothing.",
    body: RenameTags,
    reply: TagRename,
    others: [400, 409, 422],
  },
  undoTagRename: {
    at: "POST /tags/rename/undo",
    access: "time-entries:write",
    summary: "Undo renaming tags",
    description:
      "Restores the previous tags of entries that still have the tags of the renaming and that the caller may change. It works for merged tags too, and at any time.",
    body: UndoTagRename,
    reply: TagRenameUndo,
    others: [400, 404, 409, 422],
  },
} as const satisfies Operations;

export async function tagRoutes(app: HttpApp, { db, mutate }: TrackingDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Tags", mutate },
    {
      async listTags({ actor }) {
        const userIds = idsWithin(reachOf(actor, "time-entries:read"));
        const hidden = await hiddenEntriesFrom(db, actor, "time-entries:read");
        const rows = await listTags(db, actor.orgId, { ...noFilter, userIds, hidden });
        return {
          body: { data: rows.map(({ name, count, last_used_at: lastUsedAt }) => ({ name, count, lastUsedAt })) },
        };
      },
      renameTags: async (tx, { actor, body }) => ({ body: await renameTags(tx, actor, { input: body }) }),
      undoTagRename: async (tx, { actor, body }) => ({ body: await undoRename(tx, actor, { input: body }) }),
    },
  );
}
