import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { checkHistory, disagreements, type Finding, findBlock, type Found, foundOf } from "./check-history.ts";
import { checkFigures, checkStatements } from "#tracking/month/timesheets/operations/check-timesheets.ts";
import { checkRules } from "./check-rules.ts";
import { checkTagNames } from "./check-tag-names.ts";
import { findSuspects } from "./find-suspects.ts";
import { entryKind, type Kind, kinds, repairedKinds } from "./kinds.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { effectiveAt } from "#tracking/ledger/rates/effective-at.ts";

export interface HistoryCheck {
  differing: number;
  /** The number of findings of each kind, with the first few of them. */
  kinds: { kind: string; differing: number; differences: Finding[] }[];
}

/** The ids of the rows that contradict their history and can be repaired, by kind. */
export type Disagreeing = Map<Kind, string[]>;

export interface ProofDeps {
  db: DatabasePool;
  /** Called after each block of entries; `total` is the number of entries at the beginning. */
  onProgress: (checked: number, total: number) => void;
  prepare: (tx: Transaction) => Promise<void>;
}

/**
 * Compares every row with its change rows and with the rules for its kind. Each block has its own transaction, so that
 * a long check does not need a long transaction.
 */
export async function proveHistory(
  { db, onProgress, prepare }: ProofDeps,
  orgId: string,
  most: number,
): Promise<{ check: HistoryCheck; disagreeing: Disagreeing }> {
  const all = new Map<string, { differing: number; differences: Finding[] }>();
  const disagreeing: Disagreeing = new Map();
  const add = (kind: Kind | undefined, blocks: Found[]) => {
    for (const { kind: name, differing, findings, ids } of blocks) {
      const sum = all.get(name) ?? { differing: 0, differences: [] };
      sum.differing += differing;
      sum.differences.push(...findings.slice(0, most - sum.differences.length));
      all.set(name, sum);
      if (kind === undefined || !disagreements.has(name.slice(kind.name.length + 1))) continue;
      const known = disagreeing.get(kind) ?? [];
      for (const id of ids) known.push(id);
      disagreeing.set(kind, known);
    }
  };
  const run = <T>(work: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await prepare(tx);
      // Forces hash joins, because with outdated statistics the planner would choose slow nested loops.
      await tx.query(sql`set local enable_nestloop = off`);
      return work(tx);
    });
  add(undefined, await run((tx) => checkInstants(tx, orgId, most)));
  add(undefined, await run((tx) => checkTagNames(tx, orgId, most)));
  add(undefined, await run(async (tx) => foundOf("timesheet.figures", await checkFigures(tx, orgId), most)));
  add(undefined, await run(async (tx) => foundOf("timesheet.statement", await checkStatements(tx, orgId), most)));
  const total = await run((tx) => countEntries(tx, orgId));
  for (const kind of kinds) {
    const mended = repairedKinds.includes(kind) ? kind : undefined;
    let checked = 0;
    for (let from = kind.prefix, isLast = false; !isLast;) {
      const block = await run((tx) => checkBlock(tx, orgId, kind, from, most));
      add(mended, block.history);
      add(undefined, block.rules);
      ({ to: from, isLast } = block);
      checked += block.entries;
      if (kind === entryKind) onProgress(checked, total);
    }
  }
  const found = [...all].map(([kind, sum]) => ({ kind, ...sum }));
  return { check: { differing: found.reduce((sum, { differing }) => sum + differing, 0), kinds: found }, disagreeing };
}

async function checkBlock(tx: Transaction, orgId: string, kind: Kind, from: string, most: number) {
  const block = await findBlock(tx, orgId, kind, from);
  if (kind !== entryKind) {
    return { ...block, history: await checkHistory(tx, orgId, kind, block, most), rules: [], entries: 0 };
  }
  const suspects = await findSuspects(tx, orgId, block);
  // Checks only suspects against their history. If a suspect has changed since it was found, checking its current state
  // is enough.
  const history = suspects.length === 0 ? [] : await checkHistory(tx, orgId, kind, { ids: suspects }, most);
  const rules = await checkRules(tx, orgId, block, most);
  return { ...block, history, rules, entries: await countEntries(tx, orgId, block) };
}

async function countEntries(tx: Transaction, orgId: string, block?: { from: string; to: string }): Promise<number> {
  const range = block === undefined ? sql`` : sql`and id >= ${block.from} and id < ${block.to}`;
  const rows = await tx.query<{ count: number }>(
    sql`select count(*) as count from time_entries where org_id = ${orgId} ${range}`,
  );
  return one(rows).count;
}

/** Compares the stored instants of local dates with this process's time zone data. */
async function checkInstants(tx: Transaction, orgId: string, most: number): Promise<Found[]> {
  const organization = await findOrganization(tx, orgId);
  if (organization === undefined) return [];
  const { time_zone: timeZone, lock_date: lockDate, locked_before: lockedBefore } = organization;
  const expected = lockDate === null ? null : formatInstant(startOfDayMs(lockDate, timeZone));
  const locks =
    lockedBefore === expected ? [] : [{ id: orgId, column: "locked_before", stored: lockedBefore, expected }];
  const rates = await tx.query<{ id: string; date: string; at: string }>(
    sql`select id, effective_from as date, effective_at as at from rates where org_id = ${orgId} order by id`,
  );
  const dates = new Map<string, string>();
  const begins = rates.flatMap(({ id, date, at }) => {
    const begin = dates.get(date) ?? effectiveAt(date, timeZone);
    dates.set(date, begin);
    return begin === at ? [] : [{ id, column: "effective_at", stored: at, expected: begin }];
  });
  return [foundOf("organization.instant", locks, most), foundOf("rate.instant", begins, most)].flat();
}
