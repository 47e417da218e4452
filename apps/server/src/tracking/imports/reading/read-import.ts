import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findOrganization } from "#identity/organizations/queries.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { analyze } from "#tracking/imports/analyze.ts";
import { deleteStaged, findImport, type ImportRow, setProgress } from "#tracking/imports/queries.ts";
import { inspectSource } from "#tracking/imports/sources/inspect-source.ts";
import type { ReadSettings, SourceFacts } from "#tracking/imports/sources/source-row.ts";
import { UnreadableFile } from "#tracking/imports/sources/unreadable-file.ts";
import { StaleWorkError } from "#tracking/imports/stale-work-error.ts";
import { startPace } from "#tracking/imports/start-pace.ts";
import { copyFile } from "./copy-file.ts";
import { planImport } from "./plan-import.ts";
import { stageFile } from "./stage-file.ts";

/**
 * Reads the file of an import into the staging tables and plans it. Repeatable: what an interrupted run left behind is
 * removed first. A file that cannot be read as a whole makes the import `failed`.
 */
export async function readImport(db: DatabasePool, row: ImportRow, folder: string): Promise<void> {
  const { org_id: orgId, id } = row;
  await deleteStaged(db, orgId, id);
  const temporary = join(folder, `stint-import-${id}`);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { mode: 0o700 });
  try {
    const path = join(temporary, "file");
    await copyFile(db, orgId, id, path);
    const pace = await startPace(db, "own thread");
    const facts = await inspectSource(path, {
      ...(row.source === null ? {} : { source: row.source }),
      ...(row.columns === null ? {} : { columns: row.columns }),
      fileName: row.file_name,
      pace,
    });
    await keepFacts(db, row, facts);
    const problem = await stage(db, path, { ...row, facts }, pace);
    await planAgain(db, { ...row, facts }, problem);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await deleteStaged(db, orgId, id);
    await finish(db, row, sql`status = 'failed', failure = ${error.message}, plan = null`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Plans an import anew whose rows are staged. */
export async function planAgain(db: DatabasePool, row: ImportRow, missingColumns?: string): Promise<void> {
  const organization = await findOrganization(db, row.org_id);
  if (organization === undefined) throw new StaleWorkError();
  const plan = await planImport(db, organization, row);
  if (missingColumns !== undefined)
    plan.questions.push({ code: "columns", message: missingColumns, line: null, example: null });
  await finish(db, row, sql`status = 'previewed', failure = null, plan = ${JSON.stringify(plan)}`);
}

/** Answers the sentence about columns that the mapping of a CSV lacks, if that keeps it from being read. */
async function stage(
  db: DatabasePool,
  path: string,
  row: ImportRow & { facts: SourceFacts },
  pace: () => Promise<void>,
): Promise<string | undefined> {
  const { org_id: orgId, id, facts } = row;
  const organization = await findOrganization(db, orgId);
  const settings: ReadSettings = {
    source: facts.source,
    timeZone: row.time_zone ?? organization?.time_zone ?? "UTC",
    dateOrder: row.date_order ?? orderOf(facts),
    columns: row.columns ?? facts.guessedColumns,
  };
  const onProgress = async (rows: number) => {
    await refuseStale(db, row);
    await setProgress(db, orgId, id, rows, facts.rows);
    await pace();
  };
  try {
    await stageFile(db, path, { orgId, importId: id, settings, onProgress });
    await analyze(db, "import_rows");
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code !== "missing_columns" || facts.source !== "csv") throw error;
    await deleteStaged(db, orgId, id);
    return error.message;
  }
}

/** Ambiguous dates are previewed with the day first; a question asks for the order. */
function orderOf({ dateOrder }: SourceFacts): ReadSettings["dateOrder"] {
  if (dateOrder === undefined) return undefined;
  return "settled" in dateOrder ? dateOrder.settled : "dmy";
}

async function keepFacts(db: DatabasePool, { org_id: orgId, id }: ImportRow, facts: SourceFacts): Promise<void> {
  await db.query(sql`update imports set facts = ${JSON.stringify(facts)} where org_id = ${orgId} and id = ${id}`);
}

/** Throws where a person has changed or removed the import since the work began. */
async function refuseStale(db: DatabasePool, { org_id: orgId, id, version }: ImportRow): Promise<void> {
  if ((await findImport(db, orgId, id))?.version !== version) throw new StaleWorkError();
}

async function finish(db: DatabasePool, row: ImportRow, assigned: ReturnType<typeof sql>): Promise<void> {
  const { org_id: orgId, id, version } = row;
  const done = await db.query(sql`
    update imports
       set ${assigned}, work = null, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id} and version = ${version} and work is not null
    returning id`);
  if (done.length === 0) throw new StaleWorkError();
}
