import type { Resource } from "#identity/history/resource.ts";

/** Notices have no change rows, because they repeat what other change rows record. */
export const notice = {
  kind: "notice",
  prefix: "notice",
  tables: ["notices"],
  actions: [],
  files: [
    {
      table: "notices",
      about: "the notices sent to members, in the dashboard and by mail",
      columns: "id userId kind occasion facts aboutUserId projectId isShown readAt mailedAt mailError createdAt",
      order: "t.created_at, t.id",
    },
  ],
} as const satisfies Resource;
