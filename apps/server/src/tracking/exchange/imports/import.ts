import type { Resource } from "#identity/history/resource.ts";

export const importedFile = {
  kind: "import",
  noun: { en: "Import", de: "Import", fr: "Import" },
  prefix: "imp",
  tables: [
    "imports",
    "import_chunks",
    "import_people",
    "import_places",
    "import_row_blocks",
    "import_doubt_blocks",
    "import_keys",
    "import_lookalikes",
    "import_made",
  ],
  proof: {
    table: "imports",
    unrecorded: {
      status: "a node's work sets it",
      work: "a node's work sets it",
      facts: "read from the file",
      plan: "made from the file",
      failure: "a node's work sets it",
      progress_done: "a node's work sets it",
      progress_total: "a node's work sets it",
      origin: "set by the request that starts the work",
      dropped_at: "the clean-up sets it",
      stored_bytes: "set by the work and by the clean-up",
      version: "raised when work starts",
      updated_at: "set with each of these",
    },
  },
  actions: [
    { name: "import.created" },
    { name: "import.updated" },
    { name: "import.applied" },
    { name: "import.undone" },
    { name: "import.deleted" },
  ],
} as const satisfies Resource;
