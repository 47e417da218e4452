import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import type { DatabasePool } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "./bench-run.ts";
import { median } from "./compare.ts";
import { watchOthers } from "./cpu.ts";
import { fillOrganization, placeOf, taskCount } from "./fill-organization.ts";
import { type Attack, type Attacker, attacks, fillAttacker } from "./hostile-attacks.ts";
import { newOrganization, openBenchDatabase, type RunningService, startHelper, startService } from "./service.ts";

const tenants = 20;
const entriesOfEach = 2_000;
const requestsPerSecond = 5;
const shortestSeconds = 8;
const mostTimes = 2;
const calmMs = 2_000;
const quickMs = 100;
const longestCalmMs = 120_000;

/** The measurements of the other tenants in one turn. */
interface Turn {
  p50: number;
  p99: number;
  longest: number;
  requests: number;
  faults: string[];
  others: number;
}

/** The latency of 20 tenants while another one attacks, one attack after the other, against the latency without. */
export async function benchmarkHostile(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const keys: string[] = [];
  for (let at = 0; at < tenants; at++) keys.push(await newTenant(db));
  const made = await newOrganization(db);
  await fillAttacker(db, made.organizationId, made.userId);
  const receiver = (await startHelper(run, "webhook-receiver.ts", [])).url;
  const service = await startService(run, tempDir, dataDir);
  const attacker = { url: service.url, receiver, apiKey: made.apiKey, orgId: made.organizationId };
  await work(run, service, keys);
  const lines: Line[] = [];
  for (const [name, attack] of Object.entries(attacks))
    lines.push(await measure(run, service, keys, attacker, name, attack));
  return lines;
}

async function newTenant(db: DatabasePool): Promise<string> {
  const { organizationId, apiKey } = await newOrganization(db);
  await fillOrganization(db, organizationId, entriesOfEach);
  return apiKey;
}

/** Alternates turns without and with the attack (A B A B …). */
async function measure(
  run: BenchRun,
  service: RunningService,
  keys: string[],
  attacker: Attacker,
  name: string,
  attack: Attack,
): Promise<Line> {
  run.say(`${tenants} tenants beside ${name}`);
  const rounds: { alone: Turn; beside: Turn }[] = [];
  for (let round = 0; round < run.rounds; round++) {
    const alone = await work(run, service, keys);
    const over = new AbortController();
    const attacking = attack(attacker, over.signal);
    const beside = await work(run, service, keys);
    over.abort();
    await attacking;
    await untilCalm(run, service, keys);
    rounds.push({ alone, beside });
    const shown = ({ p50, p99, longest }: Turn) => `p50 ${p50} p99 ${p99} longest ${longest} ms`;
    run.say(
      `  ${shown(beside)}; alone ${shown(alone)}; faults ${beside.faults.length} (${[...new Set(beside.faults)].join(", ")}); ` +
        `others ${beside.others.toFixed(2)} / ${alone.others.toFixed(2)} core`,
    );
  }
  const middle = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const ratio = middle(({ alone, beside }) => beside.p99 / alone.p99);
  const ratios = rounds.map(({ alone, beside }) => beside.p99 / alone.p99);
  const faults = rounds.flatMap(({ alone, beside }) => [...alone.faults, ...beside.faults]);
  const requests = rounds.reduce((sum, { beside }) => sum + beside.requests, 0);
  return {
    name: `20 tenants beside ${name}`,
    product: `p99 ${middle(({ beside }) => beside.p99)} ms, ${faults.length} × 5xx`,
    against: `alone ${middle(({ alone }) => alone.p99)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${mostTimes} ×, no 5xx`,
    outcome: ratio <= mostTimes && faults.length === 0 ? "ok" : "MISSED",
    note: `${rounds.length} rounds, ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, ${requests} requests`,
  };
}

/** Waits until replies are fast again, so that one attack does not affect the next turn. */
async function untilCalm({ say }: BenchRun, { url }: RunningService, keys: string[]): Promise<void> {
  const agent = new Agent({ connections: 1 });
  const startedAt = performance.now();
  for (let calmSince = startedAt; performance.now() - calmSince < calmMs;) {
    const sentAt = performance.now();
    if (sentAt - startedAt > longestCalmMs) {
      say(`  it was not calm again after ${longestCalmMs / 1000} s`);
      break;
    }
    const fault = await sendOne(agent, url, keys[0] ?? "", 0).catch((error: Error) => error.message);
    if (fault !== undefined || performance.now() - sentAt > quickMs) calmSince = performance.now();
    await pause(50);
  }
  await agent.destroy();
}

/** Every tenant sends at a steady pace, answered or not: mostly creates, then lists, and occasionally a report. */
async function work(run: BenchRun, service: RunningService, keys: string[]): Promise<Turn> {
  const seconds = Math.max(run.seconds, shortestSeconds);
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const watched = watchOthers();
  const took: number[] = [];
  const faults: string[] = [];
  const startedAt = performance.now();
  const send = async (key: string, number: number, dueAt: number) => {
    const fault = await sendOne(agent, service.url, key, number).catch((error: Error) => error.message);
    if (fault !== undefined) faults.push(fault);
    took.push(performance.now() - dueAt);
  };
  const workOf = async (key: string, at: number) => {
    const sent: Promise<void>[] = [];
    for (let number = 0; number < seconds * requestsPerSecond; number++) {
      const dueAt = startedAt + ((number + at / tenants) * 1000) / requestsPerSecond;
      await pause(Math.max(0, dueAt - performance.now()));
      sent.push(send(key, number, dueAt));
    }
    await Promise.all(sent);
  };
  await Promise.all(keys.map(workOf));
  await agent.close();
  took.sort((a, b) => a - b);
  const percentile = (part: number) => Math.round((took[Math.floor(part * (took.length - 1))] ?? 0) * 10) / 10;
  return {
    p50: percentile(0.5),
    p99: percentile(0.99),
    longest: percentile(1),
    requests: took.length,
    faults,
    others: watched() ?? 0,
  };
}

/** Returns the fault of the reply, if any. */
async function sendOne(agent: Agent, url: string, key: string, number: number): Promise<string | undefined> {
  const isCreate = number % 10 < 6;
  const path = isCreate
    ? "/v1/time-entries"
    : number % 20 === 19
      ? "/v1/reports/summary?groupBy=project"
      : "/v1/time-entries?limit=50";
  const entry = {
    ...placeOf((number % taskCount) + 1),
    startedAt: new Date().toISOString(),
    durationSeconds: 3600,
    description: "Worked on the benchmark",
  };
  const reply = await request(url + path, {
    dispatcher: agent,
    method: isCreate ? "POST" : "GET",
    headers: { authorization: `Bearer ${key}`, ...(isCreate ? { "content-type": "application/json" } : {}) },
    ...(isCreate ? { body: JSON.stringify(entry) } : {}),
  });
  const text = await reply.body.text();
  return reply.statusCode < 400 ? undefined : `${reply.statusCode} ${text.slice(0, 100)}`;
}
