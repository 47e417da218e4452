import { changeEntryRules } from "#identity/organizations/entry-rules.ts";
import { findOrganization, listOrganizationIds } from "#identity/organizations/queries.ts";
import { type DatabasePool, raw, sql, type Transaction } from "#platform/database/database.ts";
import { type BudgetCheck, checkBudgets, rebuildBudgets } from "#tracking/budgets/check-budgets.ts";
import { type AmountCheck, checkAmounts } from "#tracking/time-sums/check-amounts.ts";
import { checkTimeSums, type SumCheck } from "#tracking/time-sums/check-time-sums.ts";
import { rebuildTimeSums } from "#tracking/time-sums/rebuild-time-sums.ts";
import { type Backlog, findBacklog } from "#tracking/webhooks/delivery/find-backlog.ts";
import { CommandError } from "./command-error.ts";
import { describeReport, toDocument } from "./describe-report.ts";

/** What was found in one organization. */
export interface Report {
  organizationId: string;
  name: string;
  sums: SumCheck;
  amounts: AmountCheck;
  budgets: BudgetCheck;
  webhooks: Backlog;
  /** Whether what differed was made anew and holds now; amounts of entries are not touched. */
  repaired: boolean;
}

export interface DoctorDeps {
  db: DatabasePool;
  out: (text: string) => void;
}

export interface DoctorOptions {
  repair: boolean;
  json: boolean;
}

const most = 20;
// A change of the rules gives up after two seconds, so that those who write entries do not wait for it.
const lockNotAvailable = "55P03";
const repairTries = 15;

/**
 * Checks in every organization that what is stored about its entries follows from them, and says where it does not.
 * Returns whether all is well now.
 */
export async function runDoctor({ db, out }: DoctorDeps, { repair, json }: DoctorOptions): Promise<boolean> {
  const reports: Report[] = [];
  for (const orgId of await listOrganizationIds(db)) {
    const found = await examine(db, orgId);
    const report = repair && isRepairable(found) ? await mend(db, found) : found;
    if (!json) out(`${describeReport(report)}\n`);
    reports.push(report);
  }
  const bad = reports.filter((report) => !isSound(report)).length;
  if (json) out(`${JSON.stringify(toDocument(reports, bad === 0))}\n`);
  else out(`${conclusion(reports, bad, repair)}\n`);
  return bad === 0;
}

function isRepairable({ sums, budgets }: Report): boolean {
  return sums.differing + budgets.differing > 0;
}

function isSound(report: Report): boolean {
  return report.amounts.differing === 0 && (report.repaired || !isRepairable(report));
}

function conclusion(reports: Report[], bad: number, repair: boolean): string {
  const organizations = reports.length === 1 ? "1 organization" : `${reports.length} organizations`;
  if (bad === 0) return `All is well in ${organizations}.`;
  const advice =
    reports.some(isRepairable) && !repair ? " npx stint-server doctor --repair makes sums and budgets anew." : "";
  return `Something differs in ${bad} of ${organizations}.${advice}`;
}

/** All checks in one state of the database, which goes on being written meanwhile. */
function examine(db: DatabasePool, orgId: string): Promise<Report> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    await takeTime(tx);
    const organization = await findOrganization(tx, orgId);
    return {
      organizationId: orgId,
      name: organization?.name ?? "",
      sums: await checkTimeSums(tx, orgId, most),
      amounts: await checkAmounts(tx, orgId, most),
      budgets: await checkBudgets(tx, orgId, most),
      webhooks: await findBacklog(tx, orgId),
      repaired: false,
    };
  });
}

/** Nobody writes entries of the organization meanwhile. */
async function mend(db: DatabasePool, report: Report): Promise<Report> {
  const { organizationId } = report;
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction(async (tx) => {
        await takeTime(tx);
        await changeEntryRules(tx, organizationId);
        if (report.sums.differing > 0) await rebuildTimeSums(tx, organizationId);
        await rebuildBudgets(tx, organizationId);
      });
      return { ...report, repaired: !isRepairable(await examine(db, organizationId)) };
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
      if (tries === repairTries)
        throw new CommandError(`Entries of ${organizationId} are written all the time; try again when that has ended.`);
    }
  }
}

/** A million entries take longer than a request may, and more memory to be added up quickly. */
async function takeTime(tx: Transaction): Promise<void> {
  const settings = { statement_timeout: "0", lock_timeout: "60s", work_mem: "128MB", jit: "off" };
  for (const [name, value] of Object.entries(settings)) await tx.query(sql`${raw(`set local ${name} = '${value}'`)}`);
}
