import { inspectCsv, readCsvRecords } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { JsonItem } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { cutText, longestName } from "#tracking/exchange/imports/sources/values/texts.ts";
import { typedText } from "#platform/tables/csv.ts";

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

/** The maximum number of names of one kind that are kept for lookups by id. */
const maxNames = 200_000;

/** Names by their ids in an export. Throws UnreadableFile if there are too many to keep. */
export class NameMap<Value> extends Map<string, Value> {
  override set(id: string, value: Value): this {
    if (this.size >= maxNames) {
      throw new UnreadableFile(
        "zip_too_large",
        `The zip lists more than ${maxNames} items of one kind. Export only a part, such as one project or one year.`,
      );
    }
    return super.set(cutText(id, 100), value);
  }
}

/** Cuts a name to one character more than allowed, so that a name that is too long is still detected. */
export function cutName(text: string): string {
  return cutText(text, longestName + 1);
}

/** The text of a JSON value; empty for null and objects. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The object under a key; an empty object if there is none. */
export function objectOf(item: JsonItem, key: string): JsonItem {
  const value = item[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonItem) : {};
}

/** A color that the API accepts; undefined for any other text. */
export function colorOf(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}
