import type { Resource } from "#identity/history/resource.ts";

// Without `rowType`: progress is written without change rows. Everything that an import makes has change rows of its own.
export const importedFile = {
  kind: "import",
  prefix: "imp",
  tables: [
    "imports",
    "import_chunks",
    "import_people",
    "import_places",
    "import_row_blocks",
    "import_doubt_blocks",
    "import_keys",
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
      origin: "whoever begins the work in progress",
      dropped_at: "the clean-up sets it",
      stored_bytes: "the work and the clean-up set it",
      version: "the beginning of work raises it",
      updated_at: "each of these sets it",
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
