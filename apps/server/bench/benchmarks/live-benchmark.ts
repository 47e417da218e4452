import { once } from "node:events";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { createKey } from "#commands/accounts/create-key.ts";
import { createSession } from "#identity/sessions/create-session.ts";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { fillOrganization, memberOf, placeOf, taskCount } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, type RunningService, startService } from "../measure/service.ts";

const dashboards = 50;
const scripts = 3;
const probeMs = 500;
const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };

/**
 * The delays after one dashboard's writes, in milliseconds: until the reply, and until the last dashboard has received
 * the event.
 */
interface Delays {
  reply: number[];
  event: number[];
}

interface Dashboard {
  headers: Record<string, string>;
  /** When each client's event arrived, by client name. */
  heardAt: Map<string, number>;
}

/**
 * Measures how fast events reach 50 dashboards of one organization. One dashboard writes twice a second, with and
 * without three scripts that write at the rate limit of their keys. One of the scripts belongs to the same member as
 * that dashboard.
 */
export async function benchmarkLive(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const owner = await newOrganization(db);
  await fillOrganization(db, owner.organizationId, 1_000);
  const keys = [owner.apiKey];
  for (let at = 1; at < scripts; at++) {
    const email = `member${at}@example.com`;
    keys.push((await createKey(db, { org: owner.organizationId, email, scopes: "full" })).apiKey);
  }
  const service = await startService(run, tempDir, dataDir);
  const open: Dashboard[] = [];
  for (let at = 0; at < dashboards; at++)
    open.push(await openDashboard(run, service, db, owner.organizationId, at === 0 ? owner.userId : memberOf(at)));
  const [during, alone]: [Delays, Delays] = [
    { reply: [], event: [] },
    { reply: [], event: [] },
  ];
  await probe(service, open, run.seconds, { reply: [], event: [] });
  for (let round = 0; round < run.rounds; round++) {
    const ender = new AbortController();
    const working = keys.map((key) => writeAtLimit(service, key, ender.signal));
    await probe(service, open, run.seconds, during);
    ender.abort();
    await Promise.all(working);
    await probe(service, open, run.seconds, alone);
  }
  return [
    lineOf(`event at ${dashboards} dashboards, with scripts`, during.event, alone.event, 500, run),
    lineOf("reply to a session, with scripts", during.reply, alone.reply, 100, run),
  ];
}

function lineOf(name: string, during: number[], alone: number[], most: number, { rounds }: BenchRun): Line {
  const [product, against] = [percentile(during), percentile(alone)];
  return {
    name,
    product: `${product.toFixed(0)} ms`,
    against: `without ${against.toFixed(0)} ms`,
    ratio: (product / against).toFixed(2),
    target: `≤ ${most} ms`,
    outcome: product <= most ? "ok" : "MISSED",
    note: `95th percentile of ${during.length}, ${rounds} rounds`,
  };
}

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0;
}

async function openDashboard(
  run: BenchRun,
  { url }: RunningService,
  db: DatabasePool,
  orgId: string,
  userId: string,
): Promise<Dashboard> {
  const now = new Date();
  const { sessionKey } = await db.transaction((tx) =>
    createSession(
      tx,
      { orgId, userId: null, keyId: null, requestId: null },
      {
        userId,
        name: "Browser",
        authenticatedAt: now.toISOString(),
        provedBy: "password",
        expiresAt: new Date(now.getTime() + 3_600_000).toISOString(),
      },
    ),
  );
  const headers = { cookie: `${sessionCookie}=${sessionKey}`, "sec-fetch-site": "same-origin" };
  const heardAt = new Map<string, number>();
  const stream = http.get(`${url}/v1/events/stream?types=client.created`, { agent: false, headers });
  stream.on("error", () => undefined);
  run.defer(() => stream.destroy());
  const [response] = (await once(stream, "response")) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream got ${response.statusCode}`);
  response.on("error", () => undefined).setEncoding("utf8");
  response.on("data", (text: string) => {
    for (const [, name = ""] of text.matchAll(/"name":"(Probe [0-9.]+)"/g)) heardAt.set(name, performance.now());
  });
  return { headers, heardAt };
}

/**
 * Writes at a fixed pace with the first dashboard's session. After each write, waits until all dashboards have received
 * the event.
 */
async function probe(
  { url }: RunningService,
  open: readonly Dashboard[],
  seconds: number,
  delays: Delays,
): Promise<void> {
  const headers = { ...open[0]?.headers, "content-type": "application/json" };
  for (let count = 0; count < (seconds * 1000) / probeMs; count++) {
    const beganAt = performance.now();
    const name = `Probe ${beganAt}`;
    const reply = await request(`${url}/v1/clients`, { method: "POST", headers, body: JSON.stringify({ name }) });
    if (reply.statusCode !== 201) throw new Error(await reply.body.text());
    await reply.body.dump();
    delays.reply.push(performance.now() - beganAt);
    while (open.some(({ heardAt }) => !heardAt.has(name))) await pause(2);
    delays.event.push(Math.max(...open.map(({ heardAt }) => heardAt.get(name) ?? Infinity)) - beganAt);
    await pause(Math.max(0, probeMs - (performance.now() - beganAt)));
  }
}

/** Writes as much as a key's rate limit allows: 140 creates at once and then two per second. */
async function writeAtLimit({ url }: RunningService, apiKey: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const create = async (at: number) => {
    const body = JSON.stringify({ ...placeOf((at % taskCount) + 1), ...entry });
    const reply = await request(`${url}/v1/time-entries`, { method: "POST", headers, body });
    if (reply.statusCode !== 201) throw new Error(await reply.body.text());
    await reply.body.dump();
  };
  await Promise.all(Array.from({ length: 140 }, (_, at) => create(at)));
  for (let at = 0; !signal.aborted; at++) {
    await create(at);
    await pause(500);
  }
}
