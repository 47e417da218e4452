import { openSource } from "./open-source.ts";
import { settledOf } from "#tracking/exchange/imports/sources/rows/settled-of.ts";
import type {
  FileDoubt,
  ReadSettings,
  SourceItem,
  SourceRow,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";

/**
 * Reads the rows of the file at a path, and the clients, projects, tasks, tags and people that it lists. Without a
 * `dateOrder`, first reads the whole file to determine the order. Keeps only a bounded part of the file in memory.
 * Throws UnreadableFile.
 */
export async function* readSource(
  path: string,
  settings: ReadSettings,
): AsyncGenerator<SourceRow | SourceItem | FileDoubt, void> {
  const opened = await openSource(path, settings);
  try {
    let { dateOrder, dateOrders } = settings;
    if (dateOrder === undefined && dateOrders === undefined) {
      // Passes the number settings, so that the survey settles only the dates.
      const { durationUnit = "hours", decimalMark = "point" } = settings;
      const options = { ...settings, durationUnit, decimalMark, now: new Date(), pace: async () => undefined };
      const found = await opened.survey(options);
      ({ dateOrders } = found);
      dateOrder = settledOf(found.dateOrder);
    }
    yield* opened.read({ ...settings, dateOrders }, dateOrder);
  } finally {
    opened.close();
  }
}
