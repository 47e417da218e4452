import { ownCommand } from "#platform/process/own-command.ts";
import { changeEntryRules } from "#identity/organizations/entry-rules.ts";
import { findOrganization, listOrganizationIds } from "#identity/organizations/queries.ts";
import { chainStragglers } from "#identity/seals/chain-changes.ts";
import { type DatabasePool, raw, sql, type Transaction } from "#platform/database/database.ts";
import { checkBudgets, rebuildBudgets } from "#tracking/ledger/budgets/check-budgets.ts";
import { checkChain, type KeptSeal } from "#tracking/proof/check-chain.ts";
import { tagNames } from "#tracking/proof/check-tag-names.ts";
import { type Disagreeing, proveHistory } from "#tracking/proof/prove-history.ts";
import { mendHistory, type Trust } from "#tracking/proof/mend-history.ts";
import { checkAmounts, checkTimeSums, rebuildTimeSums } from "#tracking/ledger/time-sums/check-time-sums.ts";
import { findBacklog } from "#tracking/exchange/webhooks/log/queries.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { UsageError } from "#commands/command-line/command-line.ts";
import { counted } from "#commands/command-line/counted.ts";
import { describeReport, type Report, toDocument } from "./describe-report.ts";

interface Examination extends Report {
  disagreeing: Disagreeing;
}

export interface DoctorDeps {
  db: DatabasePool;
  out: (text: string) => void;
  /** Receives the progress of long checks. */
  err: (text: string) => void;
  /** Seals of the audit log that the operator stored elsewhere. */
  kept?: readonly KeptSeal[];
}

export interface DoctorOptions {
  repair: boolean;
  /** The side to trust if rows contradict their history; if undefined, a repair leaves such rows unchanged. */
  trust?: Trust | undefined;
  json: boolean;
}

const most = 20;
// The SQLSTATE of a lock timeout, after which a repair is retried. The lock's timeout is two seconds, so that writers
// of entries do not queue behind the repair.
const lockNotAvailable = "55P03";
const repairTries = 15;

/**
 * Verifies for every organization that the derived data agrees with the entries and that rows agree with their history.
 * Prints the differences. Returns whether everything agrees at the end.
 */
export async function runDoctor(deps: DoctorDeps, { repair, trust, json }: DoctorOptions): Promise<boolean> {
  const reports: Report[] = [];
  const orgIds = await listOrganizationIds(deps.db);
  const gone = deps.kept?.find(({ organizationId }) => !orgIds.includes(organizationId));
  if (gone !== undefined)
    throw new CommandError(
      `--seal names the organization ${gone.organizationId}, which does not exist. Omit its seals if it was deleted on purpose; otherwise restore a backup.`,
    );
  for (const orgId of orgIds) {
    const { disagreeing, ...found } = await examine(deps, orgId);
    if (await isBeingRemoved(deps.db, orgId)) continue;
    const mends = repair && isRepairable(found, disagreeing, trust);
    const report = mends ? await mend(deps, found, disagreeing, trust) : found;
    if (!json) deps.out(`${describeReport(report)}\n`);
    reports.push(report);
  }
  const bad = reports.filter((report) => !isSound(report)).length;
  if (json) deps.out(`${JSON.stringify(toDocument(reports, bad === 0))}\n`);
  else deps.out(`${conclusion(reports, bad, repair)}\n`);
  return bad === 0;
}

/**
 * Whether the organization is being removed. It is then skipped, because rows and their history are deleted in separate
 * transactions.
 */
async function isBeingRemoved(db: DatabasePool, orgId: string): Promise<boolean> {
  const organization = await findOrganization(db, orgId);
  return organization === undefined || organization.purge_started_at !== null;
}

/** Whether data that is derived from the entries differs from them. */
function differs({ sums, budgets, history }: Report): boolean {
  return sums.differing + budgets.differing > 0 || misnamesTags(history);
}

function misnamesTags({ kinds }: Report["history"]): boolean {
  return kinds.some(({ kind }) => kind === tagNames);
}

/**
 * Whether a repair is needed and permitted. While rows contradict their history and neither is trusted, nothing is
 * rebuilt, because new sums and budgets would hide the contradiction.
 */
function isRepairable(report: Report, disagreeing: Disagreeing, trust: Trust | undefined): boolean {
  if (disagreeing.size > 0) return trust !== undefined;
  return differs(report) || (trust === "history" && hasStragglers(report));
}

/** Whether the only fault of the chain is that it lacks some changes. A chain with other faults is never repaired. */
function hasStragglers({ chain: { kinds } }: Report): boolean {
  return kinds.length > 0 && kinds.every(({ kind }) => kind === "audit.unchained");
}

function isSound(report: Report): boolean {
  const { amounts, history, chain, repaired } = report;
  return repaired || (amounts.differing + history.differing + chain.differing === 0 && !differs(report));
}

function conclusion(reports: Report[], bad: number, repair: boolean): string {
  const organizations = counted(reports.length, "organization");
  if (bad === 0) return `All is well in ${organizations}.`;
  const contradicted = reports.some(({ history, repaired }) => history.differing > 0 && !repaired);
  const advice = contradicted
    ? " If rows contradict their history, --repair changes nothing without --trust=entries (the rows are right) or --trust=history."
    : reports.some(differs) && !repair
      ? ` ${ownCommand} doctor --repair rebuilds sums and budgets.`
      : "";
  const secrets = reports.some(({ history }) => history.kinds.some(hasOtherSecret))
    ? " A changed secret cannot be restored: accept it with --trust=entries, then revoke the key or link, or rotate the secret."
    : "";
  return `There are differences in ${bad} of ${organizations}.${advice}${secrets}`;
}

function hasOtherSecret({ differences }: Report["history"]["kinds"][number]): boolean {
  return differences.some(({ column }) => column?.endsWith("_digest") === true);
}

/**
 * Verifies sums, amounts and budgets in one snapshot, without blocking writers. In parallel, on separate connections,
 * it verifies the history and the chain of changes.
 */
async function examine({ db, err, kept = [] }: DoctorDeps, orgId: string): Promise<Examination> {
  const startedAt = performance.now();
  let shown = 0;
  const onProgress = (checked: number, total: number) => {
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((checked * 100) / total));
    const left = Math.ceil(((performance.now() - startedAt) * (total - checked)) / checked / 1000);
    if (checked < total && percent > shown)
      err(`${orgId}: ${percent} %, ${checked} of ${total} entries compared with their history, ${left} s left\n`);
    shown = percent;
  };
  const run = <T>(work: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await takeTime(tx);
      return work(tx);
    });
  const ownSeals = kept.filter(({ organizationId }) => organizationId === orgId);
  const recount = () =>
    db.transaction(async (tx) => {
      // Must be the first statement, because the isolation level cannot change after a query.
      await tx.query(sql`set transaction isolation level repeatable read, read only`);
      await takeTime(tx);
      const organization = await findOrganization(tx, orgId);
      return {
        name: organization?.name ?? "",
        sums: await checkTimeSums(tx, orgId, most),
        amounts: await checkAmounts(tx, orgId, most),
        budgets: await checkBudgets(tx, orgId, most),
        webhooks: await findBacklog(tx, orgId),
      };
    });
  const [found, chain, { check, disagreeing }] = await Promise.all([
    recount(),
    checkChain(run, orgId, ownSeals, most),
    proveHistory({ db, onProgress, prepare: takeTime }, orgId, most),
  ]);
  return { organizationId: orgId, ...found, chain, history: check, disagreeing, repaired: false };
}

/** Repairs the organization's data under a lock that blocks writers of its entries. */
async function mend(
  deps: DoctorDeps,
  report: Report,
  disagreeing: Disagreeing,
  trust: Trust | undefined,
): Promise<Report> {
  const { organizationId } = report;
  for (let tries = 1; ; tries++) {
    try {
      await deps.db.transaction(async (tx) => {
        await takeTime(tx);
        await changeEntryRules(tx, organizationId);
        if (trust !== undefined) await mendHistory(tx, organizationId, disagreeing, trust);
        if (report.sums.differing + disagreeing.size > 0 || misnamesTags(report.history))
          await rebuildTimeSums(tx, organizationId);
        await rebuildBudgets(tx, organizationId);
      });
      if (trust === "history" && hasStragglers(report)) await chainStragglers(deps.db, organizationId);
      return { ...report, repaired: isSound(await examine(deps, organizationId)) };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      if (typeof code === "string" && code.startsWith("23"))
        throw new CommandError(`${organizationId} cannot be repaired this way, and nothing was changed: ${message}`);
      if (code !== lockNotAvailable) throw error;
      if (tries === repairTries)
        throw new CommandError(
          `The entries of ${organizationId} could not be locked, because they are being changed constantly. Nothing was repaired; try again later.`,
        );
    }
  }
}

/** Gives the transaction more time and memory than requests get, because it may verify a million entries. */
async function takeTime(tx: Transaction): Promise<void> {
  const settings = {
    statement_timeout: "0",
    lock_timeout: "60s",
    work_mem: "128MB",
    jit: "off",
    plan_cache_mode: "force_custom_plan",
  };
  for (const [name, value] of Object.entries(settings)) await tx.query(sql`${raw(`set local ${name} = '${value}'`)}`);
}

/** Turns the command's options into the permitted repairs. */
export function readRepair(repair: boolean | undefined, trust: string | undefined): Omit<DoctorOptions, "json"> {
  if (trust !== undefined && trust !== "entries" && trust !== "history")
    throw new UsageError(`--trust must be "entries" or "history", not ${JSON.stringify(trust)}.`);
  if (trust !== undefined && repair !== true) throw new UsageError("--trust says how to repair, so it needs --repair.");
  return { repair: repair === true, trust };
}

/** Parses the seals given to the doctor, such as `org_…:1204:7c9e…`. */
export function readKeptSeals(texts: readonly string[] = []): KeptSeal[] {
  return texts.map((text) => {
    const [, organizationId = "", position = "", hash = ""] = /^(org_\w+):(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
    if (hash === "") throw new UsageError(`--seal must be ORG_ID:POSITION:HASH, not ${JSON.stringify(text)}.`);
    return { organizationId, position: Number(position), hash: hash.toLowerCase() };
  });
}
