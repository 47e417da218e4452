import { mkdir, rm, open } from "node:fs/promises";
import { join } from "node:path";
import { findOrganization } from "#identity/organizations/queries.ts";
import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import { findShare, mebibytes } from "#tracking/exchange/imports/import-shares.ts";
import { analyze } from "#tracking/exchange/imports/staged/analyze.ts";
import { chosenSettings, imports, type ImportRow, StaleWorkError } from "#tracking/exchange/imports/import.ts";
import {
  deleteFrom,
  findAnswers,
  findChunk,
  findDateOrders,
  finished,
  stagedTables,
  updateUnderWay,
} from "#tracking/exchange/imports/queries.ts";
import {
  type ReadSettings,
  settledOf,
  settledSettings,
  type SourceFacts,
  type SurveyOptions,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { stagedBytes } from "#tracking/exchange/imports/staged/staged-rows.ts";
import { startPace } from "#tracking/exchange/imports/staged/start-pace.ts";
import { stageFile } from "./stage-file.ts";
import { createBufferCollector } from "#platform/process/collect-buffers.ts";
import { inspectSource } from "#tracking/exchange/imports/sources/read-source.ts";

/** Plans an import whose rows are staged. `missingColumns` is what `stage` returns. */
type Plan = (db: DatabasePool, row: ImportRow, missingColumns: string | undefined) => Promise<void>;

/**
 * Reads the file of an import into the staging tables and plans the import. Can be repeated after an interruption,
 * because it first removes all staged rows. If the file can't be read to its end, the import becomes `failed`.
 */
export async function readImport(
  db: DatabasePool,
  row: ImportRow,
  { folder, maxBytes, plan }: { folder: string; maxBytes: number; plan: Plan },
): Promise<void> {
  const { org_id: orgId, id } = row;
  await deleteFrom(db, stagedTables, orgId, id);
  const temporary = join(folder, `stint-import-${id}`);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { mode: 0o700 });
  try {
    const path = join(temporary, "file");
    const pace = await startPace(db, "own thread");
    await copyFile(db, { orgId, importId: id, path, pace });
    const organization = await findOrganization(db, orgId);
    if (organization === undefined) throw new StaleWorkError();
    const { currency, time_zone: timeZone } = organization;
    const chosen = { timeZone, ...chosenSettings(row) };
    const facts = await inspectFile(db, orgId, path, { ...chosen, pace });
    await updateUnderWay(db, row, sql`facts = ${JSON.stringify(facts)}`);
    // Previews ambiguous dates as day first; a question then asks for the order.
    const dateOrder = facts.dateOrder && (settledOf(facts.dateOrder) ?? "dmy");
    const settings = { currency, ...settledSettings(facts), dateOrder, ...chosen };
    const problem = await stage(db, path, { ...row, facts }, { settings, maxBytes, pace });
    await plan(db, { ...row, facts }, problem);
  } catch (error) {
    // Rows may have been stored after the removal of the import, which deleted only those stored before.
    if (error instanceof StaleWorkError && (await imports.find(db, orgId, id)) === undefined)
      await deleteFrom(db, stagedTables, orgId, id);
    if (!(error instanceof UnreadableFile)) throw error;
    await deleteFrom(db, stagedTables, orgId, id);
    await updateUnderWay(
      db,
      row,
      sql`status = 'failed', failure = ${error.message}, plan = null, stored_bytes = bytes, ${finished}`,
    );
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Stages the rows. Returns a message if the column mapping of a CSV lacks required columns. */
async function stage(
  db: DatabasePool,
  path: string,
  row: ImportRow & { facts: SourceFacts },
  { settings, maxBytes, pace }: { settings: ReadSettings; maxBytes: number; pace: () => Promise<void> },
): Promise<string | undefined> {
  const { org_id: orgId, id, facts } = row;
  const onProgress = async (rows: number) => {
    const stored = sql`bytes + ${stagedBytes(row)}`;
    await updateUnderWay(
      db,
      row,
      sql`progress_done = ${rows}, progress_total = ${facts.rows}, stored_bytes = ${stored}`,
    );
    if ((await findShare(db, orgId)).stored > maxBytes)
      throw new UnreadableFile(
        "too_large",
        `The files and rows of the organization's imports would take up more than ${mebibytes(maxBytes)} MiB. Apply or remove other imports first, or export a shorter range.`,
      );
  };
  try {
    const staged = await stageFile(db, path, { orgId, importId: id, settings, onProgress, pace });
    await analyze(db, "import_row_blocks, import_people, import_places", staged);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code !== "missing_columns" || facts.source !== "csv") throw error;
    await deleteFrom(db, stagedTables, orgId, id);
    return error.message;
  }
}

interface Copy {
  orgId: string;
  importId: string;
  path: string;
  /** Called between two chunks. */
  pace: () => Promise<void>;
}

/** Writes an uploaded file to a path, one chunk at a time. */
export async function copyFile(db: Database, { orgId, importId, path, pace }: Copy): Promise<void> {
  const file = await open(path, "wx", 0o600);
  const collect = createBufferCollector();
  try {
    for (let number = 0; ; number++) {
      const chunk = await findChunk(db, orgId, importId, number);
      if (chunk === undefined) return;
      if (number > 0) await pace();
      await file.write(chunk);
      // Collects garbage, because each chunk leaves sixteen times its size: its text form, and the buffers that grow
      // with the message.
      collect();
    }
  } finally {
    await file.close();
  }
}

const isOpen = (fact: object | undefined): boolean => fact !== undefined && "ambiguous" in fact;

/**
 * Inspects the file of an import. Questions that the file leaves open get the answers of earlier imports: those about
 * columns, the unit of durations and the decimal mark from imports with the same headers, and the order of day and
 * month from imports with the same people, because programs write dates as their user prefers.
 */
async function inspectFile(db: Database, orgId: string, path: string, options: SurveyOptions): Promise<SourceFacts> {
  let facts = await inspectSource(path, options);
  const { columns, duration_unit: unit, decimal_mark: mark } = await findAnswers(db, orgId, facts);
  let known = options;
  if (options.columns === undefined && columns) {
    known = { ...options, columns };
    facts = { ...(await inspectSource(path, known)), guessedColumns: columns };
  }
  const durationUnit = (isOpen(facts.durationUnit) && unit) || options.durationUnit;
  const decimalMark = (isOpen(facts.decimalMark) && mark) || options.decimalMark;
  const orders = isOpen(facts.dateOrder) && !options.dateOrder ? await findDateOrders(db, orgId, facts) : [];
  if (durationUnit === options.durationUnit && decimalMark === options.decimalMark && orders.length === 0) return facts;
  const knownOrders = new Map(orders.map(({ person, date_order: order }) => [person, order]));
  const again = await inspectSource(path, { ...known, durationUnit, decimalMark, knownOrders });
  const settled =
    durationUnit === options.durationUnit ? again.durationUnit : durationUnit && { settled: durationUnit };
  return { ...again, guessedColumns: facts.guessedColumns, durationUnit: settled };
}
