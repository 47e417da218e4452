import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir, startChild, untilSaid } from "../measure/bench-run.ts";
import { watchAll } from "../measure/cpu.ts";
import { fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { type Attacker, attacks, fillAttacker } from "../load/hostile-attacks.ts";
import {
  newOrganization,
  openBenchDatabase,
  type RunningService,
  serviceEnv,
  startHelper,
  startService,
} from "../measure/service.ts";

const tenants = 20;
const entriesOfEach = 2_000;
const requestsPerSecond = 5;
const shortestSeconds = 8;
const fewestRequests = 4_000;
const connections = 64;
const newConnectionEveryMs = 100;
const longestNewMs = 250;
const calmMs = 2_000;
const quickMs = 100;
const longestCalmMs = 120_000;

/**
 * The other tenants' maximum latency during each attack, in milliseconds or relative to the latency without the attack.
 */
const goals: Record<string, (alone: Figures, during: Figures) => { text: string; isMet: boolean }> = {
  "abandoned searches": (_, { p99 }) => ({ text: "p99 ≤ 60 ms", isMet: p99 <= 60 }),
  "unread downloads": (alone, { p99 }) => ({
    text: "p99 ≤ 2 × or +25 ms",
    isMet: p99 <= Math.max(2 * alone.p99, alone.p99 + 25),
  }),
  "changes of time zone": (_, { p99 }) => ({ text: "p99 ≤ 100 ms", isMet: p99 <= 100 }),
  "floods of deliveries": (alone, { p50 }) => ({ text: "p50 ≤ 3 ×", isMet: p50 <= 3 * alone.p50 }),
  "unread pipelines": (_, { p99 }) => ({ text: "p99 ≤ 100 ms", isMet: p99 <= 100 }),
};

/** The results of one turn for the other tenants. Latencies are in milliseconds. */
interface Turn {
  took: number[];
  /** The latencies of requests on new connections, including connecting. */
  tookNew: number[];
  faults: string[];
  /** The average number of cores in use on the whole machine. */
  cores: number;
}

interface Figures {
  p50: number;
  p99: number;
}

/**
 * Measures the latency of 20 tenants in three situations: without an attack, while another tenant attacks from a
 * separate process, and while a program uses as much CPU as the attack did. Measures each attack separately.
 */
export async function benchmarkHostile(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const keys: string[] = [];
  for (let at = 0; at < tenants; at++) keys.push(await newTenant(db));
  const made = await newOrganization(db);
  await fillAttacker(db, made.organizationId, made.userId);
  const receiver = (await startHelper(run, "load/webhook-receiver.ts", [])).url;
  const service = await startService(run, tempDir, dataDir);
  const attacker = { url: service.url, receiver, apiKey: made.apiKey, orgId: made.organizationId };
  await work(run, service, keys);
  const lines: Line[] = [];
  for (const name of Object.keys(attacks))
    if (run.parts.length === 0 || run.parts.includes(name))
      lines.push(...(await measure(run, { db, service, keys, attacker }, name)));
  return lines;
}

interface World {
  db: DatabasePool;
  service: RunningService;
  keys: string[];
  attacker: Attacker;
}

async function newTenant(db: DatabasePool): Promise<string> {
  const { organizationId, apiKey } = await newOrganization(db);
  await fillOrganization(db, organizationId, entriesOfEach);
  return apiKey;
}

/**
 * Alternates between turns without the attack, with the attack, and with only its CPU usage, until there are enough
 * requests.
 */
async function measure(run: BenchRun, world: World, name: string): Promise<Line[]> {
  const { db, service, keys, attacker } = world;
  run.say(`${tenants} tenants during ${name}`);
  const rounds: { alone: Turn; during: Turn; control: Turn }[] = [];
  const requests = () => rounds.reduce((sum, { during }) => sum + during.took.length, 0);
  while (rounds.length < run.rounds || (run.seconds > 1 && requests() < fewestRequests)) {
    const alone = await work(run, service, keys);
    const end = await startAttacker(run, attacker, name);
    const during = await work(run, service, keys);
    await end();
    await db.query(sql`delete from webhooks where org_id = ${attacker.orgId}`);
    await db.query(sql`delete from event_queue where org_id = ${attacker.orgId}`);
    await untilCalm(run, service, keys);
    const cores = Math.max(0, during.cores - alone.cores);
    const processes = Math.max(1, Math.ceil(cores));
    const burn = () => startAttacker(run, attacker, `burn ${(cores / processes).toFixed(2)}`);
    const ends = await Promise.all(Array.from({ length: processes }, burn));
    const control = await work(run, service, keys);
    await Promise.all(ends.map((endOne) => endOne()));
    rounds.push({ alone, during, control });
    const shown = (turn: Turn) => textOf(figuresOf(turn.took));
    run.say(
      `  ${shown(during)}; alone ${shown(alone)}; control (${cores.toFixed(2)} cores) ${shown(control)}; ` +
        `faults ${during.faults.length} (${[...new Set(during.faults)].join(", ")})`,
    );
  }
  const pooled = (read: (round: (typeof rounds)[number]) => number[]) => figuresOf(rounds.flatMap(read));
  const alone = pooled((round) => round.alone.took);
  const during = pooled((round) => round.during.took);
  const control = pooled((round) => round.control.took);
  const longestNew = Math.max(...rounds.flatMap((round) => round.during.tookNew));
  const faults = rounds.flatMap((round) => [...round.alone.faults, ...round.during.faults]);
  const { text, isMet } = goals[name]?.(alone, during) ?? { text: "", isMet: true };
  return [
    {
      name: `20 tenants during ${name}`,
      product: `${textOf(during)}, ${faults.length} × 5xx`,
      against: `alone ${textOf(alone)}`,
      ratio: (during.p99 / alone.p99).toFixed(2),
      target: `${text}, no 5xx`,
      outcome: isMet && faults.length === 0 ? "ok" : "MISSED",
      note: `its processor time alone ${textOf(control)}; ${rounds.length} rounds, ${requests()} requests`,
    },
    {
      name: `new connections during ${name}`,
      product: `longest ${Math.round(longestNew)} ms`,
      against: `alone ${Math.round(Math.max(...rounds.flatMap((round) => round.alone.tookNew)))} ms`,
      ratio: "",
      target: `≤ ${longestNewMs} ms`,
      outcome: longestNew <= longestNewMs ? "ok" : "MISSED",
      note: textOf(pooled((round) => round.during.tookNew)),
    },
  ];
}

function figuresOf(took: readonly number[]): Figures {
  const sorted = took.toSorted((a, b) => a - b);
  const percentile = (part: number) => Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10;
  return { p50: percentile(0.5), p99: percentile(0.99) };
}

function textOf({ p50, p99 }: Figures): string {
  return `p50 ${p50} p99 ${p99} ms`;
}

/** Starts a process that attacks. Returns a function that ends the process. */
async function startAttacker(run: BenchRun, attacker: Attacker, name: string): Promise<() => Promise<void>> {
  const program = fileURLToPath(new URL("../load/hostile-attacker.ts", import.meta.url));
  const child = startChild(run, process.execPath, [program, JSON.stringify(attacker), name], {
    env: serviceEnv({}),
    stdio: ["pipe", "pipe", "inherit"],
  });
  await untilSaid(child, "stdout", /attacking/);
  const ended = once(child, "close");
  return async () => {
    child.stdin?.end();
    await ended;
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

/**
 * Lets every tenant send requests at a steady pace, without waiting for replies: mostly creates, then lists, and
 * occasionally a report.
 */
async function work(run: BenchRun, service: RunningService, keys: string[]): Promise<Turn> {
  const seconds = Math.max(run.seconds, shortestSeconds);
  const agent = new Agent({ connections, pipelining: 1 });
  await openConnections(agent, service.url);
  const used = watchAll();
  const took: number[] = [];
  const tookNew: number[] = [];
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
  const connectAnew = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const sentAt = performance.now();
      const own = new Agent({ connections: 1 });
      const reply = await request(`${service.url}/healthz`, { dispatcher: own });
      await reply.body.dump();
      tookNew.push(performance.now() - sentAt);
      await own.destroy();
      await pause(newConnectionEveryMs);
    }
  };
  await Promise.all([connectAnew(), ...keys.map(workOf)]);
  await agent.close();
  return { took, tookNew, faults, cores: used() };
}

/** Opens all of the agent's connections by sending a request on each at the same time. */
async function openConnections(agent: Agent, url: string): Promise<void> {
  const open = async () => (await request(`${url}/healthz`, { dispatcher: agent })).body.dump();
  await Promise.all(Array.from({ length: connections }, open));
}

/** Sends a request. Returns a description of the fault in the reply; undefined if there is none. */
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
