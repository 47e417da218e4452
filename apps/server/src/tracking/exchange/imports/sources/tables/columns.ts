import { type ColumnField, columnFields, type SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { type Field, guesses } from "./header-lists.ts";
import { programs } from "./programs.ts";

export type Columns = ReadonlyMap<Field, { index: number; header: string }>;

const currencyAtEnd = /\s*\(([A-Z]{3})\)$/;

/** The currency in a header such as `Amount (EUR)`. */
export function currencyOf(header: string): string | undefined {
  return currencyAtEnd.exec(header)?.[1];
}

function normalHeader(header: string): string {
  return header.replace(currencyAtEnd, " {}").toLowerCase();
}

export function columnsOf(source: Exclude<SourceName, "csv">, headers: readonly string[]): Columns {
  const places = placesOf(headers);
  const columns = new Map(
    Object.entries(programs[source].headers).flatMap(([field, names]) => {
      const index = names.map((name) => places.get(name)).find((place) => place !== undefined);
      return index === undefined ? [] : [[field as Field, { index, header: headers[index] ?? "" }] as const];
    }),
  );
  return withDecimalDuration(columns, headers);
}

const unitAtEnd = /\s*\([^)]*\)$/;
const decimalAtEnd = /\s*\((?:decimale?|décimale?|dezimal)\)$/i;

/** Adds the second column in which Clockify writes each duration, for rows in which the first was damaged. */
function withDecimalDuration(
  columns: Map<Field, { index: number; header: string }>,
  headers: readonly string[],
): Columns {
  const duration = columns.get("duration");
  const isSecond = (header: string, index: number) =>
    index !== duration?.index &&
    decimalAtEnd.test(header) &&
    header.replace(unitAtEnd, "") === duration?.header.replace(unitAtEnd, "");
  const index = headers.findIndex(isSecond);
  return index === -1 ? columns : columns.set("decimalDuration", { index, header: headers[index] ?? "" });
}

function placesOf(headers: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, header] of headers.entries()) {
    const name = normalHeader(header);
    if (!places.has(name)) places.set(name, index);
  }
  return places;
}

/** The text of a row for a field; empty if the table has no such column. */
export function cellOf(columns: Columns, cells: readonly string[], field: Field): string {
  return cells[columns.get(field)?.index ?? -1] ?? "";
}

export function headerOf(columns: Columns, field: Field): string {
  return columns.get(field)?.header ?? field;
}

/** A mapping for any CSV, guessed from its headers. */
export function guessColumns(headers: readonly string[]): Partial<Record<ColumnField, string>> {
  const places = placesOf(headers);
  const taken = new Set<number>();
  const found: Partial<Record<ColumnField, string>> = {};
  const bare = placesOf(headers.map((header) => header.normalize("NFKC").replace(unitAtEnd, "")));
  const take = (field: ColumnField) => {
    const all = guesses[field].map((name) => places.get(name) ?? places.get(`${name} {}`));
    const index = [...all, ...guesses[field].map((name) => bare.get(name))].find(
      (place) => place !== undefined && !taken.has(place),
    );
    if (index === undefined) return;
    taken.add(index);
    found[field] = headers[index] ?? "";
  };
  for (const field of columnFields) take(field);
  // If there is a `Date` column, `Start` and `End` are times of day.
  for (const [whole, time] of [
    ["startedAt", "startTime"],
    ["endedAt", "endTime"],
  ] as const) {
    if (found.startDate === undefined || found[time] !== undefined || found[whole] === undefined) continue;
    found[time] = found[whole];
    delete found[whole];
  }
  return found;
}

/** The columns of any CSV according to a mapping. Throws UnreadableFile if a mapped header isn't in the file. */
export function mapColumns(mapping: Partial<Record<ColumnField, string>>, headers: readonly string[]): Columns {
  const columns = new Map<Field, { index: number; header: string }>(
    Object.entries(mapping).flatMap(([field, header]) => {
      if (header === undefined || header === "") return [];
      const index = headers.indexOf(header);
      if (index === -1) {
        throw new UnreadableFile(
          "missing_columns",
          `The file has no column ${JSON.stringify(header)}, which is mapped to ${field}. Choose one of its columns: ${headers.join(", ")}.`,
        );
      }
      return [[field as Field, { index, header }] as const];
    }),
  );
  const first = columns.get("person")?.header.toLowerCase() ?? "";
  const index = headers.findIndex((header) => header.toLowerCase() === lastNames.get(first));
  if (index !== -1) columns.set("lastName", { index, header: headers[index] ?? "" });
  return withDecimalDuration(columns, headers);
}

/** The header of last names that goes with each header of first names. */
const lastNames = new Map([
  ["first name", "last name"],
  ["vorname", "nachname"],
]);

/** Returns the fields that are missing: each row needs a start, and an end or a duration. */
function missingFields(has: (field: ColumnField) => boolean): ColumnField[] {
  const missing: ColumnField[] = [];
  if (!has("startedAt") && !has("startDate")) missing.push("startDate");
  if (!has("duration") && !has("endedAt") && !has("endTime")) missing.push("duration");
  return missing;
}

/** Throws UnreadableFile if the columns don't determine the start and duration of each row. */
export function requireColumns(source: SourceName, columns: Columns, headers: readonly string[]): void {
  const missing = missingFields((field) => columns.has(field));
  if (missing.length === 0) return;
  const names = missing.map((field) =>
    field === "duration" ? "a duration or an end" : "a start: a date, or a date with a time",
  );
  const mend =
    source === "csv"
      ? "Map the columns that contain it."
      : `Choose another source than ${source}, or export the file again.`;
  throw new UnreadableFile(
    "missing_columns",
    `The file lacks ${names.join(" and ")}. Its columns are: ${headers.join(", ")}. ${mend}`,
  );
}

/** Whether the headers are those of a table of time rows. */
export function hasTimeColumns(headers: readonly string[]): boolean {
  const guessed = guessColumns(headers);
  return recognizeHeaders(headers) !== "csv" || missingFields((field) => guessed[field] !== undefined).length === 0;
}

/** Recognizes the program that wrote a CSV by its headers; `csv` if they match no known program. */
export function recognizeHeaders(headers: readonly string[]): SourceName {
  const places = placesOf(headers);
  const [found] = Object.entries(programs).find(
    ([, { recognizedBy }]) =>
      recognizedBy?.all.every((name) => headers.includes(name)) === true &&
      (recognizedBy.any ?? []).every((names) => names.some((name) => places.has(name))),
  ) ?? ["csv"];
  return found as SourceName;
}
