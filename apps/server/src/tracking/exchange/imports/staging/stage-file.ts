import { hash } from "node:crypto";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { type Database, raw, sql } from "#platform/database/database.ts";
import { nextTurn } from "#platform/process/loop-turns.ts";
import {
  countOccurrences,
  createRowWriter,
  insertBlock,
  type RowColumn,
} from "#tracking/exchange/imports/staged/staged-rows.ts";
import { readSource } from "#tracking/exchange/imports/sources/read-source.ts";
import type { ReadSettings, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { longestDescription, longestDurationSeconds, maxTags } from "#tracking/entries/time-entries/fields.ts";
import { createNamedThings, type NamedThings } from "./named-things.ts";

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
/**
 * The number of rows between two pauses. Each pause is a multiple of the time since the previous pause. The number is
 * small, so that this time includes few requests.
 */
const rowsOfPiece = 10 * rowsOfTurn;
/** Progress is stored, which takes a statement, after this many rows. */
const progressEvery = 10 * rowsOfPiece;

/**
 * Reads a file into the staging tables, and keeps only its names in memory. Returns the number of its rows and names
 * together.
 */
export async function stageFile(db: Database, path: string, staging: Staging): Promise<number> {
  const { orgId, importId, settings, onProgress, pace } = staging;
  const to = { org_id: orgId, id: importId };
  const named = createNamedThings();
  const rows = createRowWriter((list, first) => insertBlock(db, "import_row_blocks", to, list, first));
  const doubts = createRowWriter((list, first) => insertBlock(db, "import_doubt_blocks", to, list, first));
  let number = 0;
  for await (const item of readSource(path, settings)) {
    if (item.kind === "doubt") await doubts.write({ ...item.doubt, line: item.line, file: item.file });
    else if (item.kind !== "time") named.addItem(item);
    else {
      number++;
      await rows.write(cellsOf(item, settings.source, named));
      for (const doubt of item.doubts) await doubts.write({ ...doubt, line: item.line, file: item.file });
      if (number % rowsOfTurn === 0) await nextTurn();
      if (number % rowsOfPiece === 0) await pace();
      if (number % progressEvery === 0) await onProgress(number);
    }
  }
  await rows.end();
  await doubts.end();
  if (number === 0 && named.places.size === 0) throw new UnreadableFile("empty_file", nothing);
  await countOccurrences(db, to);
  await storeNamed(db, "import_people", to, named.people.values());
  await storeNamed(db, "import_places", to, named.places.values());
  await onProgress(number);
  return number + named.people.size + named.places.size;
}

function cellsOf(row: SourceRow, source: string, named: NamedThings): Partial<Record<RowColumn, unknown>> {
  assertFits(row);
  const person = named.personOfRow(row);
  person.rows++;
  person.seconds += row.durationSeconds;
  const { description, tags, startedAt, durationSeconds, billable, currency } = row;
  return {
    person: person.number,
    place: named.placeOfRow(row).number,
    started_at: startedAt,
    duration_seconds: durationSeconds,
    description,
    ...(tags.length > 0 && { tags, tag_keys: tags.map((tag) => tag.toLowerCase()) }),
    billable,
    rate_minor: row.rateMinor,
    amount_minor: row.amountMinor,
    currency,
    source_id: row.sourceId,
    key: keyOf(source, row),
    left_out: row.leftOut,
  };
}

/** Refuses an accepted row beyond the limits of time entries: readers keep to them, so it would be a bug. */
function assertFits({ line, leftOut, startedAt, durationSeconds, description, tags }: SourceRow): void {
  const isLength = Number.isInteger(durationSeconds) && durationSeconds >= 0;
  const fits =
    startedAt !== undefined &&
    isLength &&
    durationSeconds <= longestDurationSeconds &&
    description.length <= 2 * longestDescription &&
    tags.length <= maxTags;
  if (!fits && leftOut === undefined) throw new Error(`The reader accepted line ${line}, which no time entry can hold`);
}

/** The key that identifies a row in later imports: from its id in the source or, without one, from its content. */
function keyOf(source: string, row: SourceRow): string {
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
  return hash("sha256", JSON.stringify(content)).slice(0, 32);
}

const namedColumns = {
  import_people: "number, key, name, email, rows, seconds",
  import_places: "number, client, project, task, project_fields, archived, done, listed",
};

/** Stores people or places, whose fields are columns. */
async function storeNamed(
  db: Database,
  table: "import_people" | "import_places",
  { org_id: orgId, id }: { org_id: string; id: string },
  named: Iterable<object>,
): Promise<void> {
  const columns = raw(namedColumns[table]);
  const rows = createRowWriter((list) =>
    db.query(sql`
      insert into ${raw(table)} (org_id, import_id, ${columns})
      select ${orgId}, ${id}, ${columns} from json_populate_recordset(null::${raw(table)}, ${list}::json)`),
  );
  for (const each of named) await rows.write(each);
  await rows.end();
}
