import { type OpenSource, openSource } from "./open-source.ts";
import type {
  FileDoubt,
  KnownSettings,
  ReadSettings,
  SourceFacts,
  SourceItem,
  SourceRow,
  Survey,
  SurveyOptions,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";

/**
 * The settings that were already chosen, so that the file need not settle them; `source` overrides the program
 * recognized from the content. The time zone defaults to UTC, `now` to the current time.
 */
export type InspectOptions = KnownSettings & Partial<Omit<SurveyOptions, keyof KnownSettings>>;

/**
 * Finds the program that wrote the file at a path, its columns, and the facts about all its rows. Reads the whole file,
 * but keeps only a bounded part of it in memory. Throws UnreadableFile.
 */
export async function inspectSource(path: string, options: InspectOptions): Promise<SourceFacts> {
  const opened = await openSource(path, options);
  try {
    const { source: found, columns: headers, guessedColumns, encoding: guess } = opened;
    const facts = await survey(opened, {
      now: new Date(),
      pace: async () => undefined,
      ...options,
      timeZone: options.timeZone ?? "UTC",
    });
    return { source: found, columns: headers, guessedColumns, encoding: guess, ...facts };
  } finally {
    opened.close();
  }
}

/** Surveys the file. Uses the guessed mapping if the file lacks columns of the given mapping. */
async function survey(opened: OpenSource, options: SurveyOptions): Promise<Survey> {
  try {
    return await opened.survey(options);
  } catch (error) {
    const isMapping = error instanceof UnreadableFile && error.code === "missing_columns";
    if (options.columns === undefined || !isMapping) throw error;
    return opened.survey({ ...options, columns: undefined });
  }
}

/**
 * Reads the rows of the file at a path, and the clients, projects, tasks, tags and people that it lists. Keeps only a
 * bounded part of the file in memory. Throws UnreadableFile.
 */
export async function* readSource(
  path: string,
  settings: ReadSettings,
): AsyncGenerator<SourceRow | SourceItem | FileDoubt, void> {
  const opened = await openSource(path, settings);
  try {
    yield* opened.read(settings);
  } finally {
    opened.close();
  }
}
