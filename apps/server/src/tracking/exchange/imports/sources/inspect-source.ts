import { type OpenSource, openSource } from "./open-source.ts";
import type { Survey, SurveyOptions } from "./tables/survey.ts";
import type { ReadSettings, SourceFacts, SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";

export interface InspectOptions {
  /** Overrides the program recognized from the content. */
  source?: SourceName | undefined;
  /** The name of the uploaded file, for messages only: files are recognized by content. */
  fileName?: string | undefined;
  /** For `csv`: the column mapping to use instead of the guessed one. */
  columns?: ReadSettings["columns"] | undefined;
  /** Settings that were already chosen, so that the file need not settle them. The time zone defaults to UTC. */
  timeZone?: string | undefined;
  encoding?: ReadSettings["encoding"];
  dateOrder?: ReadSettings["dateOrder"];
  durationUnit?: ReadSettings["durationUnit"];
  decimalMark?: ReadSettings["decimalMark"];
  /** The order of day and month that each person's program used in earlier imports. */
  knownOrders?: SurveyOptions["knownOrders"];
  /** Dates after this instant count as unlikely; defaults to the current time. */
  now?: Date | undefined;
  /** Called between two pieces of the file. */
  pace?: (() => Promise<void>) | undefined;
}

/**
 * Finds the program that wrote the file at a path, its columns, and the facts about all its rows. Reads the whole file,
 * but keeps only a bounded part of it in memory. Throws UnreadableFile.
 */
export async function inspectSource(path: string, options: InspectOptions): Promise<SourceFacts> {
  const { source, encoding, columns, timeZone = "UTC", now = new Date(), pace = async () => undefined } = options;
  const { dateOrder, durationUnit, decimalMark, knownOrders } = options;
  const opened = await openSource(path, { source, encoding });
  try {
    const { source: found, columns: headers, guessedColumns, encoding: guess } = opened;
    const facts = await survey(opened, {
      now,
      columns,
      timeZone,
      dateOrder,
      durationUnit,
      decimalMark,
      knownOrders,
      pace,
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
