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
    "import_rows",
    "import_doubts",
    "import_keys",
    "import_made",
  ],
  actions: [
    { name: "import.created" },
    { name: "import.updated" },
    { name: "import.applied" },
    { name: "import.undone" },
    { name: "import.deleted" },
  ],
} as const satisfies Resource;
