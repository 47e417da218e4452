import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { checkHistory, disagreements, type Finding, findBlock, type Found } from "./check-history.ts";
import { checkInstants } from "./check-instants.ts";
import { checkRules } from "./check-rules.ts";
import { checkTagNames } from "./check-tag-names.ts";
import { findSuspects } from "./find-suspects.ts";
import { entryKind, type Kind, kinds, repairedKinds } from "./kinds.ts";

/** Contradictions between an organization's rows, their history and their rules. */
export interface HistoryCheck {
  differing: number;
  /** The number of findings of each kind, and the first ones. */
  kinds: { kind: string; differing: number; differences: Finding[] }[];
}

/** The ids of the rows, by kind, that contradict their history and can be repaired. */
export type Disagreeing = Map<Kind, string[]>;

export interface ProofDeps {
  db: DatabasePool;
  /** Called after each block of entries; `total` is the count at the beginning. */
  onProgress: (checked: number, total: number) => void;
  prepare: (tx: Transaction) => Promise<void>;
}

type Run = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
type IdRange = { from: string; to: string };
type CheckedBlock = { history: Found[]; rules: Found[]; entries: number };

/** Blocks under way at once: one process of the database for each of two cores. */
const atOnce = 2;

/**
 * Compares every row that has change rows with them and with its own rules. Each block has its own snapshot, so that a
 * long check blocks no writes.
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
  const run: Run = (work) =>
    db.transaction(async (tx) => {
      await prepare(tx);
      // Forces hash joins: with stale statistics the planner would join row by row.
      await tx.query(sql`set local enable_nestloop = off`);
      return work(tx);
    });
  add(undefined, await run((tx) => checkInstants(tx, orgId, most)));
  add(undefined, await run((tx) => checkTagNames(tx, orgId, most)));
  const total = await run((tx) => countEntries(tx, orgId));
  for (const kind of kinds) {
    const mended = repairedKinds.includes(kind) ? kind : undefined;
    let checked = 0;
    const blocks = blocksOf(run, orgId, kind);
    // In the order of the ids, whichever check ends first.
    const results: CheckedBlock[] = [];
    const checkSome = async () => {
      for await (const { number, block } of blocks) {
        const done = await run((tx) => checkBlock(tx, orgId, kind, block, most));
        results[number] = done;
        checked += done.entries;
        if (kind === entryKind) onProgress(checked, total);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, checkSome));
    for (const { history, rules } of results) {
      add(mended, history);
      add(undefined, rules);
    }
  }
  const found = [...all].map(([kind, sum]) => ({ kind, ...sum }));
  return { check: { differing: found.reduce((sum, { differing }) => sum + differing, 0), kinds: found }, disagreeing };
}

/** The blocks of a kind's ids, which several checks may share. */
async function* blocksOf(
  run: Run,
  orgId: string,
  kind: Kind,
): AsyncGenerator<{ number: number; block: IdRange }, void> {
  let from = kind.prefix;
  for (let number = 0; ; number++) {
    const first = from;
    const { to, isLast } = await run((tx) => findBlock(tx, orgId, kind, first));
    yield { number, block: { from, to } };
    if (isLast) return;
    from = to;
  }
}

async function checkBlock(
  tx: Transaction,
  orgId: string,
  kind: Kind,
  block: IdRange,
  most: number,
): Promise<CheckedBlock> {
  if (kind !== entryKind) return { history: await checkHistory(tx, orgId, kind, block, most), rules: [], entries: 0 };
  const suspects = await findSuspects(tx, orgId, block);
  // An entry written in between is sound if its newer state is.
  const history = suspects.length === 0 ? [] : await checkHistory(tx, orgId, kind, { ids: suspects }, most);
  const rules = await checkRules(tx, orgId, block, most);
  return { history, rules, entries: await countEntries(tx, orgId, block) };
}

async function countEntries(tx: Transaction, orgId: string, block?: IdRange): Promise<number> {
  const range = block === undefined ? sql`` : sql`and id >= ${block.from} and id < ${block.to}`;
  const rows = await tx.query<{ count: number }>(
    sql`select count(*) as count from time_entries where org_id = ${orgId} ${range}`,
  );
  return one(rows).count;
}
