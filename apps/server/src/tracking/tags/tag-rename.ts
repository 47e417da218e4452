import type { Resource } from "#identity/history/resource.ts";

/** Renames of tags in many entries of an organization; each entry also has its own change row. */
export const tagRename = {
  kind: "tags",
  target: "organization",
  tables: ["tag_renames"],
  actions: [
    { name: "tags.renamed", isHappening: true },
    { name: "tags.rename_undone", isHappening: true },
  ],
} as const satisfies Resource;
