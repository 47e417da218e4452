import { kimaiJsonTable } from "./bundles/kimai-json.ts";
import { maxZippedTables } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { recognizeList } from "./bundles/lists.ts";
import { openSolidtimeExport } from "./bundles/solidtime-export.ts";
import { openStintExport, stintTable } from "./bundles/stint-export.ts";
import { openTogglWorkspace } from "./bundles/toggl-workspace.ts";
import { inspectCsv } from "./files/csv-records.ts";
import { type FilePart, filePart, readHead } from "./files/text-file.ts";
import { openZip } from "./files/zip-file.ts";
import { hasTimeColumns, recognizeHeaders } from "./tables/columns.ts";
import { type Bundle, csvTable } from "./tables/table.ts";
import type { KnownSettings, SourceName } from "./rows/source-row.ts";
import { UnreadableFile } from "./rows/unreadable-file.ts";

/** The programs that export a zip of several files. Each opens its zip, and nothing else. */
const zips = [
  ["stint", openStintExport],
  ["solidtime", openSolidtimeExport],
  ["toggl", openTogglWorkspace],
] as const;

/**
 * Recognizes the file at a path by its content, unless `source` overrides it. It can be read from its beginning as often
 * as needed. Throws UnreadableFile.
 */
export async function openSource(
  path: string,
  { source, encoding }: KnownSettings,
): Promise<Bundle & { close(): void }> {
  const file = { ...filePart(path), encoding };
  const start = (await readHead(file)).toString("latin1", 0, 512);
  if (start.length === 0) throw new UnreadableFile("empty_file", "The file is empty. Export it again.");
  if (!start.startsWith("PK")) {
    return { ...(await openPart(file, isJson(start), source)), close: () => undefined };
  }
  const zip = await openZip(path);
  try {
    const parts = new Map([...zip.parts].map(([name, part]) => [name, { ...part, encoding }]));
    return { ...(await openParts(parts, source)), close: zip.close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function isJson(start: string): boolean {
  return /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*[[{]/.test(start);
}

async function openPart(part: FilePart, holdsJson: boolean, wanted: SourceName | undefined): Promise<Bundle> {
  if (holdsJson) {
    if ((wanted ?? "kimai") !== "kimai")
      refuse("The file is JSON, which can be imported only from Kimai.", "a CSV or zip");
    return { source: "kimai", tables: [kimaiJsonTable(part)], items: () => [] };
  }
  const format = await inspectCsv(part, hasTimeColumns);
  const list = recognizeList(part, format);
  if (list !== undefined && (wanted ?? list.source) === list.source) return list;
  if (wanted === "solidtime")
    refuse("solidtime's export is a zip, and the file isn't one.", "the zip, or the source csv");
  const source = wanted ?? recognizeHeaders(format.headers);
  const table = source === "stint" ? stintTable(part, format) : csvTable(part, format, source);
  return { source, tables: [table], items: () => [], encoding: format.guess };
}

async function openParts(parts: ReadonlyMap<string, FilePart>, wanted: SourceName | undefined): Promise<Bundle> {
  if (parts.has("[Content_Types].xml")) refuse("The file is an Excel workbook.", "the export as CSV");
  for (const [source, open] of zips) {
    const bundle = (wanted ?? source) === source ? await open(parts) : undefined;
    if (bundle !== undefined) return bundle;
  }
  const bundles: Bundle[] = [];
  const exports = [...parts].filter(([name]) => /\.(?:csv|txt|tsv|json)$/i.test(name));
  if (exports.length > maxZippedTables)
    refuse(`The zip contains more than ${maxZippedTables} exports.`, "a part of them");
  for (const [name, part] of exports) {
    bundles.push(await openPart(part, name.toLowerCase().endsWith(".json"), wanted));
  }
  return mergeBundles(bundles);
}

/** Combines several exports of one program in a zip, such as one per year. */
function mergeBundles(bundles: Bundle[]): Bundle {
  const [first] = bundles;
  if (first === undefined) return refuse("The zip contains no known export.", "a CSV, or the zip as it was exported");
  const other = bundles.find(({ source }) => source !== first.source);
  if (other !== undefined) {
    refuse(`The zip contains exports of different programs: ${first.source} and ${other.source}.`, "them one by one");
  }
  const guesses = bundles.flatMap(({ encoding }) => encoding ?? []);
  return {
    source: first.source,
    encoding: guesses.find(({ answers }) => answers.length > 0) ?? guesses[0],
    tables: bundles.flatMap(({ tables }) => tables),
    async *items() {
      for (const bundle of bundles) yield* bundle.items();
    },
  };
}

function refuse(fault: string, choice: string): never {
  throw new UnreadableFile("not_an_export", `${fault} Choose ${choice}.`);
}
