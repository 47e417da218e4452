import type { Money } from "#identity/access.ts";
import { toInstant } from "#platform/database/column-types.ts";
import type { Texts } from "#platform/database/fast-rows/whole-rows.ts";
import { booleanJson, instantJson, integerJson, listJson, textJson } from "#platform/database/json-of-bytes.ts";
import type { Json } from "#platform/http/replies/replies.ts";
import { bySight, type EntryField, type NamedField } from "#tracking/entries/time-entries/fields.ts";
import { listedColumns, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import type { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { plusSeconds } from "#tracking/entries/time-entries/to-time-entry.ts";

const startOf = readerOf("started_at");

const jsonOf: Record<EntryField["form"], (bytes: string, row: Texts) => string> = {
  word: (bytes) => `"${bytes}"`,
  text: textJson,
  integer: integerJson,
  boolean: booleanJson,
  instant: instantJson,
  list: listJson,
  isSet: () => "true",
  end: (bytes, row) => `"${plusSeconds(toInstant(startOf(row)), Number(bytes))}"`,
};

/** A field, prepared for writing. `at` is the position of its column, and `absent` is written if the column is null. */
interface Part {
  at: number;
  key: string;
  write: (bytes: string, row: Texts) => string;
  absent: string;
}

const partsFor = bySight((fields) => fields.map(toPart));

function toPart({ name, column, form, omitsNull }: NamedField, index: number): Part {
  const key = `${index === 0 ? "{" : ","}"${name}":`;
  const absent = omitsNull === true ? "" : `${key}${form === "isSet" ? "false" : "null"}`;
  return { at: listedColumns.indexOf(column), key, write: jsonOf[form], absent };
}

/**
 * Returns the same as `JSON.stringify(toTimeEntry(row, money, showsBilling))`, but reads the bytes of `listedColumns`
 * directly. Lists of entries are the most frequent read, and without intermediate objects a page takes 25% less CPU
 * time.
 */
export function writeTimeEntry(row: Texts, money: Money, showsBilling: boolean): Json<TimeEntry> {
  let json = "";
  for (const { at, key, write, absent } of partsFor(money, showsBilling)) {
    const bytes = row[at] ?? null;
    json += bytes === null ? absent : key + write(bytes, row);
  }
  return `${json}}` as Json<TimeEntry>;
}

/** Returns a function that reads a column from the bytes of `listedColumns`. The column must not be nullable. */
export function readerOf(column: keyof TimeEntryRow): (row: Texts) => string {
  const at = listedColumns.indexOf(column);
  return (row) => row[at] ?? "";
}
