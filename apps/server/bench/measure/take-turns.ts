import { setTimeout as sleep } from "node:timers/promises";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { BenchRun, Line } from "./bench-run.ts";
import { median } from "./compare.ts";

const most = 1.5;
const repeats = 5;

export interface Side {
  url: string;
  apiKey: string;
}

/** Returns the median durations of both sides in each round, in milliseconds. */
export async function takeTurns(
  run: BenchRun,
  ours: [Side, string],
  theirs: [Side, string],
): Promise<[number, number][]> {
  const rounds: [number, number][] = [];
  for (let round = 0; round <= run.rounds; round++) {
    const times: [number[], number[]] = [[], []];
    for (let time = 0; time < repeats; time++) {
      times[0].push(await timed(...ours));
      times[1].push(await timed(...theirs));
    }
    // Do not count the first round, because it warms up both sides.
    if (round > 0) rounds.push([median(times[0]), median(times[1])]);
  }
  return rounds;
}

export function turnsLine(name: string, rounds: [number, number][], ours: string, theirs: string): Line {
  const ratios = rounds.map(([a, b]) => a / b);
  const ratio = median(ratios);
  return {
    name,
    product: `${ours} ${median(rounds.map(([a]) => a)).toFixed(1)} ms`,
    against: `${theirs} ${median(rounds.map(([, b]) => b)).toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${most}`,
    outcome: ratio <= most ? "ok" : "MISSED",
    note: `${rounds.length} rounds, ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  };
}

export async function untilFolded(db: DatabasePool): Promise<void> {
  for (;;) {
    const waiting = await db.query(sql`select org_id from time_sum_deltas limit 1`);
    if (waiting.length === 0) return;
    await sleep(500);
  }
}

async function timed(side: Side, path: string): Promise<number> {
  const startedAt = performance.now();
  await fetchText(side, path);
  return performance.now() - startedAt;
}

export async function read(side: Side, path: string): Promise<unknown> {
  return JSON.parse(await fetchText(side, path));
}

async function fetchText({ url, apiKey }: Side, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${apiKey}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text.slice(0, 300)}`);
  return text;
}

export async function send(url: string, apiKey: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${url}: ${text.slice(0, 300)}`);
}
