import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { writeZip } from "#platform/tables/zip.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { inspectSource, readSource } from "#tracking/exchange/imports/sources/read-source.ts";
import {
  type FileDoubt,
  type ReadSettings,
  settledSettings,
  type SourceFacts,
  type SourceItem,
  type SourcePlace,
  type SourceRow,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";

const folder = mkdtempSync(join(tmpdir(), "stint-sources-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file for a test and returns its path. */
export function fileOf(contents: Buffer | string): string {
  const path = join(folder, randomUUID());
  writeFileSync(path, contents);
  return path;
}

/** Returns a file part that delivers the bytes in pieces of the given size. */
export function partOf(bytes: Buffer, pieceBytes: number): FilePart {
  return {
    name: undefined,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}

export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, contents]) => ({ path, contents: Buffer.from(contents) }));
  return Buffer.concat(await Array.fromAsync(writeZip(entries, { release: () => undefined })));
}

export interface CsvStyle {
  delimiter: string;
  newline: string;
  hasMark: boolean;
  quotesAll: boolean;
}

export const defaultStyle: CsvStyle = { delimiter: ",", newline: "\r\n", hasMark: false, quotesAll: false };

/** Writes a CSV file with the headers and rows. */
export function csvOf(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { delimiter, newline, hasMark, quotesAll }: CsvStyle = defaultStyle,
): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const toCell = (cell: string) =>
    quotesAll || /["\r\n]/.test(cell) || cell.includes(delimiter) ? quoted(cell) : cell;
  const lines = [headers, ...rows].map((cells) => cells.map(toCell).join(delimiter) + newline);
  return (hasMark ? "\ufeff" : "") + lines.join("");
}

/** Returns a listed client, project or task, which is active and has no fields unless given. */
export function placeOf(given: Partial<SourcePlace> & Pick<SourcePlace, "kind">): SourcePlace {
  return { client: undefined, project: undefined, task: undefined, hasEnded: false, fields: {}, ...given };
}

export interface ReadFile {
  facts: SourceFacts;
  rows: SourceRow[];
  items: SourceItem[];
  /** The doubts that don't concern a row. */
  fileDoubts: FileDoubt[];
}

/** Inspects and reads a file. By default, the time zone is Europe/Berlin and the clock is in the middle of 2026. */
export async function readFile(contents: Buffer | string, settings: Partial<ReadSettings> = {}): Promise<ReadFile> {
  const path = fileOf(contents);
  const now = new Date("2026-07-01T12:00:00Z");
  const facts = await inspectSource(path, { timeZone: "Europe/Berlin", ...settings, now });
  const all = await Array.fromAsync(
    readSource(path, {
      timeZone: "Europe/Berlin",
      currency: "EUR",
      ...settledSettings(facts),
      ...settings,
    }),
  );
  const rows = all.filter((row) => row.kind === "time");
  const fileDoubts = all.filter((item) => item.kind === "doubt");
  return { facts, rows, items: all.filter((item) => item.kind !== "time" && item.kind !== "doubt"), fileDoubts };
}

/** Returns the code and message of the error that reading the file throws. */
export async function refusalOf(path: string, settings: Partial<ReadSettings> = {}): Promise<[string, string]> {
  try {
    const { source, guessedColumns: columns } = await inspectSource(path, { source: settings.source });
    const rows = readSource(path, {
      source,
      timeZone: "UTC",
      currency: "EUR",
      dateOrder: undefined,
      columns,
      ...settings,
    });
    for await (const _ of rows);
  } catch (error) {
    if (error instanceof UnreadableFile) return [error.code, error.message];
    throw error;
  }
  throw new Error("the file should have been unreadable");
}
