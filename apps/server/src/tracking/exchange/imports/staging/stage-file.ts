import { hash } from "node:crypto";
import type { DatabasePool } from "#platform/database/database.ts";
import { cleanName } from "#platform/text.ts";
import { nextTurn } from "#platform/process/loop-turns.ts";
import { doubtColumns, rowColumns } from "#tracking/exchange/imports/staged/staged-rows.ts";
import { readSource } from "#tracking/exchange/imports/sources/read-source.ts";
import type { Doubt, ReadSettings, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { maxTags } from "#tracking/entries/time-entries/fields.ts";
import { longestDurationSeconds } from "#tracking/entries/time-entries/schemas.ts";
import { distinctTags } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import { createRowCopier } from "./copy-rows.ts";
import { createKeyCounter } from "./count-keys.ts";
import { cleanText, createNamedThings, type NamedThings } from "./named-things.ts";
import { type Cell, createBlockWriter } from "./write-blocks.ts";

interface Staging {
  orgId: string;
  importId: string;
  settings: ReadSettings;
  /** Called every 10,000 rows, and after the last row. May throw to stop reading. */
  onProgress: (rows: number) => Promise<void>;
  /** Called between two steps of a few milliseconds each. */
  pace: () => Promise<void>;
}

const nothing = "The file contains no time, projects or clients. Export it again, for a longer range.";
const progressEvery = 10_000;
/** The number of rows per turn of the event loop, chosen so that a turn lasts a few milliseconds. */
const rowsOfTurn = 200;
/**
 * The number of rows between two pauses. Each pause is a multiple of the time since the previous pause. The number is
 * small, so that this time includes few requests.
 */
const rowsOfPiece = 1_000;
const block = 50_000;
const firstMs = 0;
const endMs = Date.UTC(2200, 0, 1);
const longestDescription = 2_000;
const longestTag = 50;
const beginning = ["org_id", "import_id", "number"] as const;

/**
 * Reads a file into the staging tables, and keeps only its names in memory. Returns the number of its rows and names
 * together.
 */
export async function stageFile(db: DatabasePool, path: string, staging: Staging): Promise<number> {
  const { orgId, importId, settings, onProgress, pace } = staging;
  const named = createNamedThings();
  const countKey = createKeyCounter();
  const rows = createBlockWriter(db, { orgId, importId, table: "import_row_blocks", columns: rowColumns });
  const doubts = createBlockWriter(db, { orgId, importId, table: "import_doubt_blocks", columns: doubtColumns });
  const writeDoubt = (
    { line, file = null }: { line: number; file: string | null | undefined },
    { column, read, problem, becomes }: Doubt,
  ) => {
    const texts = [column, read, problem].map(cleanText);
    return doubts.write([line, file, ...texts, becomes === null ? null : cleanText(becomes)]);
  };
  let number = 0;
  for await (const item of readSource(path, settings)) {
    if (item.kind === "doubt") {
      await writeDoubt(item, item.doubt);
      continue;
    }
    if (item.kind !== "time") {
      named.addItem(item);
      continue;
    }
    number++;
    const row = fitted(item);
    const key = keyOf(settings.source, row);
    const occurrence = row.leftOut === undefined ? countKey(key) : null;
    await rows.write([...cellsOf(row, named), key.toString("hex"), occurrence, row.leftOut ?? null]);
    for (const doubt of row.doubts) await writeDoubt(row, doubt);
    if (number % rowsOfTurn === 0) await nextTurn();
    if (number % rowsOfPiece === 0) await pace();
    if (number % progressEvery === 0) await onProgress(number);
  }
  await rows.end();
  await doubts.end();
  if (number === 0 && named.places.size === 0) throw new UnreadableFile("empty_file", nothing);
  await storeNamed(db, orgId, importId, named);
  await onProgress(number);
  return number + named.people.size + named.places.size;
}

function cellsOf(row: SourceRow, named: NamedThings): Cell[] {
  const person = named.personOfRow(row);
  person.rows++;
  person.seconds += row.durationSeconds;
  const tags = distinctTags(row.tags);
  return [
    person.number,
    named.placeOfRow(row).number,
    row.startedAt?.toISOString() ?? null,
    row.durationSeconds,
    row.description,
    tags,
    tags.map((tag) => tag.toLowerCase()),
    row.billable ?? null,
    row.rateMinor ?? null,
    row.amountMinor ?? null,
    row.currency ?? null,
    row.sourceId ?? null,
  ];
}

/** The row, cut to the limits of time entries. Records each cut as a doubt. */
function fitted(row: SourceRow): SourceRow {
  const doubts = [...row.doubts];
  const doubt = (column: string, read: string, problem: string, becomes: string | null) =>
    doubts.push({ column, read: read.slice(0, 200), problem, becomes } satisfies Doubt);
  let { leftOut } = row;
  let description = cleanText(row.description);
  const characters = description.length > longestDescription ? Array.from(description) : [];
  if (characters.length > longestDescription) {
    doubt("description", description, `A description has at most ${longestDescription} characters.`, "its beginning");
    description = characters.slice(0, longestDescription).join("");
  }
  const given = row.tags.map((tag) => cleanName(cleanText(tag))).filter((tag) => tag !== "");
  const tags = given.map((tag) => Array.from(tag).slice(0, longestTag).join("")).slice(0, maxTags);
  if (tags.join("\n") !== given.join("\n"))
    doubt(
      "tags",
      given.join(", "),
      `An entry has at most ${maxTags} tags of at most ${longestTag} characters.`,
      tags.join(", "),
    );
  const startMs = row.startedAt?.getTime() ?? Number.NaN;
  if (leftOut === undefined && !(startMs >= firstMs && startMs < endMs)) {
    doubt("start", String(row.startedAt ?? ""), "The start of an entry must be between 1970 and 2199.", null);
    leftOut = "unreadable";
  }
  const isLength = Number.isInteger(row.durationSeconds) && row.durationSeconds >= 0;
  if (leftOut === undefined && (!isLength || row.durationSeconds > longestDurationSeconds)) {
    doubt(
      "duration",
      String(row.durationSeconds),
      "The duration of an entry must be whole seconds, from 0 to 604,800 (7 days).",
      null,
    );
    leftOut = "unreadable";
  }
  const storable = isLength ? Math.min(row.durationSeconds, 2_147_483_647) : 0;
  const startedAt = startMs >= firstMs && startMs < endMs ? row.startedAt : undefined;
  const sourceId = row.sourceId === undefined ? undefined : cleanText(row.sourceId);
  return { ...row, description, tags, leftOut, startedAt, durationSeconds: storable, sourceId, doubts };
}

/** The key that identifies a row in later imports: from its id in the source or, without one, from its content. */
function keyOf(source: string, row: SourceRow): Buffer {
  const { person, client, project, task, startedAt, durationSeconds, description, tags } = row;
  const content =
    row.sourceId === undefined
      ? [
          person.email?.toLowerCase() ?? person.name,
          client,
          project,
          task,
          startedAt?.getTime(),
          durationSeconds,
          description,
          tags,
        ]
      : [source, row.sourceId];
  return hash("sha256", JSON.stringify(content), "buffer").subarray(0, 16);
}

async function storeNamed(db: DatabasePool, orgId: string, importId: string, named: NamedThings): Promise<void> {
  const people = createRowCopier(db, "import_people", [...beginning, "key", "name", "email", "rows", "seconds"], block);
  for (const { number, key, name, email, rows, seconds } of named.people.values())
    await people.write([orgId, importId, number, key, name, email, rows, seconds]);
  await people.end();
  const columns = [...beginning, "client", "project", "task", "project_fields", "archived", "done", "listed"];
  const places = createRowCopier(db, "import_places", columns, block);
  for (const { number, client, project, task, projectFields, archived, done, listed } of named.places.values()) {
    const fields = JSON.stringify(projectFields);
    await places.write([orgId, importId, number, client, project, task, fields, archived, done, listed]);
  }
  await places.end();
}
