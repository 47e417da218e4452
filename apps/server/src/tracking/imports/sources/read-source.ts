import { openSource } from "./open-source.ts";
import type { ReadSettings, SourceItem, SourceRow } from "#tracking/imports/sources/rows/source-row.ts";

/**
 * Reads the rows of the file at a path, and the clients, projects, tasks, tags and people that it lists. Without a
 * `dateOrder`, first reads the whole file to determine the order. Keeps only a bounded part of the file in memory.
 * Throws UnreadableFile.
 */
export async function* readSource(path: string, settings: ReadSettings): AsyncGenerator<SourceRow | SourceItem, void> {
  const opened = await openSource(path, settings.source);
  try {
    let { dateOrder } = settings;
    if (dateOrder === undefined) {
      const { columns, timeZone, durationUnit = "hours", decimalMark = "point" } = settings;
      // Passes the number settings, so that the survey settles only the dates.
      const options = { columns, timeZone, dateOrder, durationUnit, decimalMark };
      const found = (await opened.survey({ ...options, now: new Date(), pace: async () => undefined })).dateOrder;
      dateOrder = found !== undefined && "settled" in found ? found.settled : undefined;
    }
    yield* opened.read(settings, dateOrder);
  } finally {
    opened.close();
  }
}
