import type {
  FileDoubt,
  ReadSettings,
  SourceFacts,
  SourceItem,
  SourceRow,
  SurveyOptions,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { openSource } from "./open-source.ts";
import { guessColumns } from "./tables/columns.ts";
import { surveyTables } from "./tables/survey-tables.ts";
import { readTable } from "./tables/read-table.ts";
import { storableFields } from "./values/project-fields.ts";
import { readEmail, readName } from "./values/texts.ts";

/**
 * Finds the program that wrote the file at a path, its columns, and the facts about all its rows. Uses the guessed
 * mapping if the file lacks columns of the given mapping. Reads the whole file, but keeps only a bounded part of it in
 * memory. Throws UnreadableFile.
 */
export async function inspectSource(path: string, options: SurveyOptions): Promise<SourceFacts> {
  const { source, tables, encoding, close } = await openSource(path, options);
  try {
    const survey = await surveyTables(tables, options).catch((error: unknown) => {
      const isMapping = error instanceof UnreadableFile && error.code === "missing_columns";
      if (options.columns === undefined || !isMapping) throw error;
      return surveyTables(tables, { ...options, columns: undefined });
    });
    // Shows headers only if one mapping applies to all tables: for a single table, and for `csv`. Other tables in a zip
    // may have different columns.
    const [table, ...others] = tables;
    const columns =
      table?.delimiter !== undefined && (others.length === 0 || source === "csv") ? [...table.headers] : [];
    return { source, columns, guessedColumns: source === "csv" ? guessColumns(columns) : {}, encoding, ...survey };
  } finally {
    close();
  }
}

/**
 * Reads the rows of the file at a path, and the clients, projects, tasks and people that it lists. Keeps only a bounded
 * part of the file in memory. Throws UnreadableFile.
 */
export async function* readSource(
  path: string,
  settings: ReadSettings,
): AsyncGenerator<SourceRow | SourceItem | FileDoubt, void> {
  const { tables, items, close } = await openSource(path, settings);
  try {
    yield* cleanItems(items());
    for (const table of tables) yield* readTable(table, settings);
  } finally {
    close();
  }
}

/** Makes names acceptable to the API, and leaves out items without a name. */
async function* cleanItems(items: Iterable<SourceItem> | AsyncIterable<SourceItem>): AsyncGenerator<SourceItem, void> {
  const clean = (text: string | undefined) => readName(text ?? "", "name", []);
  for await (const item of items) {
    if (item.kind === "person") {
      const email = readEmail(item.email ?? "", "email", []);
      const name = clean(item.name) ?? email;
      if (name !== undefined) yield { ...item, name, email };
      continue;
    }
    const names = { client: clean(item.client), project: clean(item.project), task: clean(item.task) };
    const isNamed = names[item.kind] !== undefined && (item.kind !== "task" || names.project !== undefined);
    if (isNamed) yield { ...item, ...names, fields: storableFields(item.fields) };
  }
}
