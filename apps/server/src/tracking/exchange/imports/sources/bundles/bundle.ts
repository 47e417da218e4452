import type { EncodingGuess } from "#tracking/exchange/imports/sources/files/guess-encoding.ts";
import type { SourceItem, SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { Table } from "#tracking/exchange/imports/sources/tables/table.ts";

/** The parts of an export: tables of time rows, and lists of clients, projects, tasks, tags and people. */
export interface Bundle {
  source: SourceName;
  tables: Table[];
  /** How the encoding was guessed, for the first file whose bytes did not show it. */
  encoding?: EncodingGuess | undefined;
  /** Clients, projects, tasks, tags and people. Each comes before the items that refer to it. */
  items(): AsyncGenerator<SourceItem, void>;
}

export async function* noItems(): AsyncGenerator<SourceItem, void> {}
