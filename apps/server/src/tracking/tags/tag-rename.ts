import type { Resource } from "#identity/history/resource.ts";

/** Renamings affect the entries of a whole organization; each entry also has a change row of its own. */
export const tagRename = {
  kind: "tags",
  target: "organization",
  tables: ["tag_renames"],
  actions: [
    { name: "tags.renamed", isHappening: true },
    { name: "tags.rename_undone", isHappening: true },
  ],
} as const satisfies Resource;
