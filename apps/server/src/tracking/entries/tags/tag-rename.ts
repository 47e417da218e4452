import type { Resource } from "#identity/history/resource.ts";

/** Renames of tags in an organization's entries. Each changed entry has its own change row too. */
export const tagRename = {
  kind: "tags",
  target: "organization",
  tables: ["tag_renames"],
  actions: [
    { name: "tags.renamed", isHappening: true },
    { name: "tags.rename_undone", isHappening: true },
  ],
} as const satisfies Resource;
