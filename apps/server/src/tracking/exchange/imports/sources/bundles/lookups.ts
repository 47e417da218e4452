import { inspectCsv, readCsvRecords } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { typedText } from "#platform/tables/csv.ts";

/** The files of a zip, by path. */
export type Parts = ReadonlyMap<string, FilePart>;

/** The rows of a small CSV in a zip, as objects by header; none if the zip lacks the file. */
export async function* readObjects(part: FilePart | undefined): AsyncGenerator<Record<string, string>, void> {
  if (part === undefined) return;
  const format = await inspectCsv(part);
  for await (const records of readCsvRecords(part, format)) {
    for (const { cells } of records) {
      yield Object.fromEntries(format.headers.map((header, index) => [header, cells[index] ?? ""]));
    }
  }
}

/** Like `readObjects`, for a CSV written by Stint: undoes the escaping of formulas. */
export async function* readOwnObjects(part: FilePart | undefined): AsyncGenerator<Record<string, string>, void> {
  for await (const row of readObjects(part)) {
    yield Object.fromEntries(Object.entries(row).map(([header, cell]) => [header, typedText(cell)]));
  }
}

/** A color that the API accepts; undefined for any other text. */
export function colorOf(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}
