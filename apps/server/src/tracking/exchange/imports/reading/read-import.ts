import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findOrganization } from "#identity/organizations/queries.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { mebibytes, sumStoredBytes } from "#tracking/exchange/imports/import-shares.ts";
import { analyze } from "#tracking/exchange/imports/analyze.ts";
import { deleteStaged, findImport, type ImportRow, setProgress } from "#tracking/exchange/imports/queries.ts";
import { settledOf } from "#tracking/exchange/imports/sources/rows/settled-of.ts";
import type { ReadSettings, SourceFacts } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { stagedBytes } from "#tracking/exchange/imports/staged-rows.ts";
import { StaleWorkError } from "#tracking/exchange/imports/stale-work-error.ts";
import { startPace } from "#tracking/exchange/imports/start-pace.ts";
import { copyFile } from "./copy-file.ts";
import { inspectFile } from "./inspect-file.ts";
import { markLookalikes } from "./mark-lookalikes.ts";
import { matchNames } from "./match-names.ts";
import { planImport } from "./plan-import.ts";
import { stageFile } from "./stage-file.ts";

/**
 * Reads the file of an import into the staging tables and plans the import. Can be repeated after an interruption,
 * because it first removes all staged rows. If the file can't be read to its end, the import becomes `failed`.
 */
export async function readImport(
  db: DatabasePool,
  row: ImportRow,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<void> {
  const { org_id: orgId, id } = row;
  await deleteStaged(db, orgId, id);
  const temporary = join(folder, `stint-import-${id}`);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { mode: 0o700 });
  try {
    const path = join(temporary, "file");
    const pace = await startPace(db, "own thread");
    await copyFile(db, { orgId, importId: id, path, pace });
    const organization = await findOrganization(db, orgId);
    if (organization === undefined) throw new StaleWorkError();
    const { currency } = organization;
    const timeZone = row.time_zone ?? organization.time_zone;
    const options = {
      source: row.source ?? undefined,
      columns: row.columns ?? undefined,
      timeZone,
      encoding: row.encoding ?? undefined,
      dateOrder: row.date_order ?? undefined,
      durationUnit: row.duration_unit ?? undefined,
      decimalMark: row.decimal_mark ?? undefined,
      fileName: row.file_name,
      pace,
    };
    const facts = await inspectFile(db, orgId, path, options);
    await keepFacts(db, row, facts);
    const problem = await stage(db, path, { ...row, facts }, { timeZone, currency, maxBytes, pace });
    await planAgain(db, { ...row, facts }, problem);
  } catch (error) {
    // Rows may have been stored after the removal of the import, which deleted only those stored before.
    if (error instanceof StaleWorkError && (await findImport(db, orgId, id)) === undefined)
      await deleteStaged(db, orgId, id);
    if (!(error instanceof UnreadableFile)) throw error;
    await deleteStaged(db, orgId, id);
    await finish(db, row, sql`status = 'failed', failure = ${error.message}, plan = null, stored_bytes = bytes`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

export async function planAgain(db: DatabasePool, row: ImportRow, missingColumns?: string): Promise<void> {
  const organization = await findOrganization(db, row.org_id);
  if (organization === undefined) throw new StaleWorkError();
  await db.transaction(async (tx) => {
    await matchNames(tx, row.org_id, row.id);
    await markLookalikes(tx, row);
  });
  const plan = await planImport(db, organization, row);
  if (missingColumns !== undefined)
    plan.questions.push({
      code: "columns",
      message: missingColumns,
      line: null,
      file: null,
      example: null,
      answers: [],
    });
  await finish(db, row, sql`status = 'previewed', failure = null, plan = ${JSON.stringify(plan)}`);
}

/** Stages the rows. Returns a message if the column mapping of a CSV lacks required columns. */
async function stage(
  db: DatabasePool,
  path: string,
  row: ImportRow & { facts: SourceFacts },
  {
    timeZone,
    currency,
    maxBytes,
    pace,
  }: { timeZone: string; currency: string; maxBytes: number; pace: () => Promise<void> },
): Promise<string | undefined> {
  const { org_id: orgId, id, facts } = row;
  const settings: ReadSettings = {
    source: facts.source,
    timeZone,
    currency,
    encoding: row.encoding ?? undefined,
    dateOrder: row.date_order ?? orderOf(facts),
    dateOrders: facts.dateOrders,
    durationUnit: row.duration_unit ?? settledOf(facts.durationUnit),
    decimalMark: row.decimal_mark ?? settledOf(facts.decimalMark),
    columns: row.columns ?? facts.guessedColumns,
  };
  const onProgress = async (rows: number) => {
    await refuseStale(db, row);
    await setProgress(db, orgId, id, rows, facts.rows);
    await setStored(db, row);
    if ((await sumStoredBytes(db, orgId)) > maxBytes)
      throw new UnreadableFile(
        "too_large",
        `The files and rows of the organization's imports would take up more than ${mebibytes(maxBytes)} MiB. Apply or remove other imports first, or export a shorter range.`,
      );
  };
  try {
    const staged = await stageFile(db, path, { orgId, importId: id, settings, onProgress, pace });
    await analyze(db, "import_row_blocks", staged);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code !== "missing_columns" || facts.source !== "csv") throw error;
    await deleteStaged(db, orgId, id);
    return error.message;
  }
}

/** Previews ambiguous dates as day first; a question then asks for the order. */
function orderOf({ dateOrder }: SourceFacts): ReadSettings["dateOrder"] {
  return dateOrder && (settledOf(dateOrder) ?? "dmy");
}

async function setStored(db: DatabasePool, row: ImportRow): Promise<void> {
  const { org_id: orgId, id } = row;
  await db.query(
    sql`update imports set stored_bytes = bytes + ${stagedBytes(row)} where org_id = ${orgId} and id = ${id}`,
  );
}

async function keepFacts(db: DatabasePool, { org_id: orgId, id }: ImportRow, facts: SourceFacts): Promise<void> {
  await db.query(sql`update imports set facts = ${JSON.stringify(facts)} where org_id = ${orgId} and id = ${id}`);
}

async function refuseStale(db: DatabasePool, { org_id: orgId, id, version }: ImportRow): Promise<void> {
  if ((await findImport(db, orgId, id))?.version !== version) throw new StaleWorkError();
}

async function finish(db: DatabasePool, row: ImportRow, assigned: ReturnType<typeof sql>): Promise<void> {
  const { org_id: orgId, id, version } = row;
  const done = await db.query(sql`
    update imports
       set ${assigned}, work = null, updated_at = ${clockTime}
     where org_id = ${orgId} and id = ${id} and version = ${version} and work is not null
    returning id`);
  if (done.length === 0) throw new StaleWorkError();
}
