import { open } from "node:fs/promises";
import { type Bundle, noItems } from "./bundles/bundle.ts";
import { kimaiJsonTable } from "./bundles/kimai-json.ts";
import { recognizeList } from "./bundles/lists.ts";
import { isSolidtimeExport, openSolidtimeExport } from "./bundles/solidtime-export.ts";
import { isStintExport, openStintExport, stintTable } from "./bundles/stint-export.ts";
import { isTogglWorkspace, openTogglWorkspace } from "./bundles/toggl-workspace.ts";
import { inspectCsv } from "./files/csv-records.ts";
import { type FilePart, filePart } from "./files/text-file.ts";
import { openZip } from "./files/zip-file.ts";
import { guessColumns, hasTimeColumns, recognizeHeaders } from "./tables/columns.ts";
import { surveyTables } from "./tables/survey-tables.ts";
import { csvTable, readTable } from "./tables/table.ts";
import type {
  FileDoubt,
  KnownSettings,
  ReadSettings,
  SourceFacts,
  SourceItem,
  SourceName,
  SourceRow,
  Survey,
  SurveyOptions,
} from "./rows/source-row.ts";
import { UnreadableFile } from "./rows/unreadable-file.ts";
import { storableFields } from "./values/project-fields.ts";
import { readTags, TextReader } from "./values/texts.ts";

/** A file written by a known program. It can be read from its beginning as often as needed. */
export interface OpenSource extends Pick<SourceFacts, "source" | "columns" | "guessedColumns" | "encoding"> {
  survey(options: SurveyOptions): Promise<Survey>;
  read(settings: ReadSettings): AsyncGenerator<SourceRow | SourceItem | FileDoubt, void>;
  close(): void;
}

const maxExports = 1000;

/** Recognizes the file at a path by its content, unless `source` overrides it. Throws UnreadableFile. */
export async function openSource(path: string, { source, encoding }: KnownSettings): Promise<OpenSource> {
  const start = await readStart(path);
  if (start.length === 0) throw new UnreadableFile("empty_file", "The file is empty. Export it again.");
  if (start.toString("latin1", 0, 2) !== "PK") {
    return toOpenSource(await openPart({ ...filePart(path), encoding }, start, source), () => undefined);
  }
  const zip = await openZip(path);
  try {
    const parts = new Map([...zip.parts].map(([name, part]) => [name, { ...part, encoding }]));
    return toOpenSource(await openParts(parts, source), zip.close);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function toOpenSource({ source, tables, items, encoding }: Bundle, close: () => void): OpenSource {
  // Shows headers only if one mapping applies to all tables: for a single table, and for `csv`. Other tables in a zip
  // may have different columns.
  const [table, ...others] = tables;
  const columns = table?.isCsv === true && (others.length === 0 || source === "csv") ? [...table.headers] : [];
  return {
    source,
    columns,
    guessedColumns: source === "csv" ? guessColumns(columns) : {},
    encoding,
    survey: (options) => surveyTables(tables, options),
    async *read(settings) {
      yield* cleanItems(items());
      for (const one of tables) yield* readTable(one, settings);
    },
    close,
  };
}

function isJson(start: Buffer): boolean {
  return /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*[[{]/.test(start.toString("latin1"));
}

async function openPart(part: FilePart, start: Buffer, wanted: SourceName | undefined): Promise<Bundle> {
  if (isJson(start)) {
    if ((wanted ?? "kimai") !== "kimai")
      refuse("The file is JSON, which can be imported only from Kimai.", "a CSV or zip");
    return { source: "kimai", tables: [kimaiJsonTable(part)], items: noItems };
  }
  const format = await inspectCsv(part, hasTimeColumns);
  const list = recognizeList(part, format);
  if (list !== undefined && (wanted ?? list.source) === list.source)
    return { ...list, tables: [], encoding: format.guess };
  if (wanted === "solidtime")
    refuse("solidtime's export is a zip, and the file isn't one.", "the zip, or the source csv");
  const source = wanted ?? recognizeHeaders(format.headers);
  const table = source === "stint" ? stintTable(part, format) : csvTable(part, format, source);
  return { source, tables: [table], items: noItems, encoding: format.guess };
}

async function openParts(parts: ReadonlyMap<string, FilePart>, wanted: SourceName | undefined): Promise<Bundle> {
  if (parts.has("[Content_Types].xml")) refuse("The file is an Excel workbook.", "the export as CSV");
  const is = (source: SourceName) => (wanted ?? source) === source;
  const own = parts.get("time-entries.csv");
  if (is("stint") && own !== undefined && isStintExport(parts)) return openStintExport(parts, own);
  const entries = parts.get("time_entries.csv");
  if (is("solidtime") && entries !== undefined && isSolidtimeExport(parts)) return openSolidtimeExport(parts, entries);
  if (is("toggl") && isTogglWorkspace(parts)) return openTogglWorkspace(parts);
  const bundles: Bundle[] = [];
  const exports = [...parts].filter(([name]) => /\.(?:csv|txt|tsv|json)$/i.test(name));
  if (exports.length > maxExports) refuse(`The zip contains more than ${maxExports} exports.`, "a part of them");
  for (const [name, part] of exports) {
    bundles.push(await openPart(part, Buffer.from(name.toLowerCase().endsWith(".json") ? "[" : ""), wanted));
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

/** Makes names acceptable to the API, and leaves out items without a name. */
async function* cleanItems(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem, void> {
  const texts = new TextReader();
  const name = (text: string | undefined) => texts.name(text ?? "", "name", []);
  for await (const item of items) {
    const clean = item.kind === "tag" ? readTags([item.name], "name").value[0] : name(item.name);
    if (item.kind === "person") {
      const email = texts.email(item.email ?? "", "email", []);
      if ((clean ?? email) !== undefined) yield { ...item, name: clean ?? email ?? "", email };
    } else if (clean === undefined) {
      continue;
    } else if (item.kind === "project") {
      yield {
        ...item,
        name: clean,
        client: name(item.client),
        fields: storableFields(item.fields),
      };
    } else if (item.kind === "task") {
      const project = name(item.project);
      if (project !== undefined) yield { ...item, name: clean, project, client: name(item.client) };
    } else yield { ...item, name: clean };
  }
}
