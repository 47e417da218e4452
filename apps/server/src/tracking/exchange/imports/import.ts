import type { Origin } from "#identity/history/record-change.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { columnOf } from "#platform/fields/shown.ts";
import { readingFields } from "./fields.ts";
import type { Becomes, Import } from "./schemas.ts";
import type { ReadSettings, SourceFacts } from "./sources/rows/source-row.ts";
import type { Preview, Question } from "./staged/preview-schemas.ts";

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

export const imports = storeOf<ImportRow>(importedFile, { table: "imports" });

/**
 * The ETag of an import; `isPlain` is for readers who may not see amounts. Contains the status and progress, because
 * background work changes them without a new version.
 */
export function importTag({ version, status, work, progress_done: done }: ImportRow, isPlain = false): string {
  return `"${version}-${status}${work === null ? "" : `-${done}`}${isPlain ? "-plain" : ""}"`;
}

/** A preview of what applying the import would do, with the questions that the file leaves open. */
export interface Plan extends Preview {
  questions: Question[];
}

type Shown = Omit<Import, "progress" | "timeZone" | "headers" | "columns" | "questions" | "people" | "preview">;

export interface ImportRow extends Stored<Shown> {
  work: "read" | "plan" | "apply" | "undo" | null;
  /** Null in imports that an earlier version stored without one. */
  time_zone: string | null;
  /** Null if the columns are guessed. */
  columns: Import["columns"] | null;
  people: Record<string, Becomes>;
  /** The number of bytes that the file and its staged rows occupy in the database. */
  stored_bytes: number;
  facts: SourceFacts | null;
  plan: Plan | null;
  progress_done: number;
  progress_total: number | null;
  origin: Origin;
  dropped_at: string | null;
}

/** The settings that users have chosen for reading the file. */
export function chosenSettings(row: ImportRow): Partial<ReadSettings> {
  const columns: Record<string, unknown> = { ...row };
  const values = Object.keys(readingFields).map((name) => [name, columns[columnOf(name)]]);
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as Partial<ReadSettings>;
}

/** Thrown if a user changed or removed the import after the work began, so that its result would be useless. */
export class StaleWorkError extends Error {}
