import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import type { CreatedOrganization } from "#commands/accounts/create-organization.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { BareSenderTask } from "../rivals/bare-webhook-sender.ts";
import { type BenchRun, type Line, makeTempDir, runProgram } from "../measure/bench-run.ts";
import { compare, figure, median, type Sample } from "../measure/compare.ts";
import { cpuOf, watchOthers } from "../measure/cpu.ts";
import { fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import type { GraphileSenderTask } from "../rivals/graphile-webhook-sender.ts";
import { httpLoad } from "../load/http-load.ts";
import {
  type BenchDatabase,
  newOrganization,
  openBenchDatabase,
  type RunningService,
  startHelper,
  startService,
} from "../measure/service.ts";
import type { Arrivals } from "../load/webhook-receiver.ts";

const eventsPerSecond = 200;
const endpoints = 50;
const perEndpoint = 8;
const clients = 16;
const deadRows = 5_000;
const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };
const bareSender = fileURLToPath(new URL("../rivals/bare-webhook-sender.ts", import.meta.url));
const graphileSender = fileURLToPath(new URL("../rivals/graphile-webhook-sender.ts", import.meta.url));

interface Stage {
  run: BenchRun;
  tempDir: string;
  db: DatabasePool;
  connection: BenchDatabase["connection"];
  service: RunningService;
  receiver: string;
}

/** Measures the delivery of events from commit to receiver: latency, throughput, and the cost to other requests. */
export async function benchmarkWebhooks(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, connection, dataDir } = await openBenchDatabase(run, tempDir);
  const receiver = (await startHelper(run, "load/webhook-receiver.ts", [])).url;
  const service = await startService(run, tempDir, dataDir);
  const stage = { run, tempDir, db, connection, service, receiver };
  const delays = await measureDelays(stage);
  const throughput = await measureThroughput(stage);
  return [...delays, ...throughput, await measureCreates(stage)];
}

async function organization({ db }: Stage): Promise<CreatedOrganization> {
  const made = await newOrganization(db);
  await fillOrganization(db, made.organizationId, 1_000);
  return made;
}

async function register({ service, receiver }: Stage, apiKey: string, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ url: receiver + path, events: ["time_entry.created"] });
  const reply = await request(`${service.url}/v1/webhooks`, { method: "POST", headers, body });
  if (reply.statusCode !== 201) throw new Error(await reply.body.text());
  await reply.body.dump();
}

async function takeArrivals({ receiver }: Stage): Promise<Arrivals> {
  return (await (await request(receiver)).body.json()) as Arrivals;
}

interface Delays {
  p50: number;
  p99: number;
  others: number;
}

/** Creates entries at a steady pace. Measures the delay from each event's timestamp to its arrival. */
async function paced(stage: Stage, apiKey: string): Promise<Delays> {
  await takeArrivals(stage);
  const watched = watchOthers();
  const total = eventsPerSecond * Math.max(stage.run.seconds, 2);
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const startedAt = performance.now();
  const creates: Promise<void>[] = [];
  for (let at = 0; at < total; at++) {
    const waitMs = startedAt + (at * 1000) / eventsPerSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const body = JSON.stringify({ ...placeOf((at % taskCount) + 1), ...entry });
    creates.push(
      request(`${stage.service.url}/v1/time-entries`, { method: "POST", headers, body }).then(async (reply) => {
        await reply.body.dump();
        if (reply.statusCode !== 201) throw new Error(`a create got ${reply.statusCode}`);
      }),
    );
  }
  await Promise.all(creates);
  const delays: number[] = [];
  for (const deadline = Date.now() + 30_000; delays.length < total && Date.now() < deadline; await pause(100))
    delays.push(...((await takeArrivals(stage))["/healthy"]?.delaysMs ?? []));
  delays.sort((a, b) => a - b);
  if (delays.length !== total) throw new Error(`${delays.length} of ${total} events arrived`);
  const percentile = (part: number) => delays[Math.floor(part * (delays.length - 1))] ?? 0;
  return { p50: percentile(0.5), p99: percentile(0.99), others: watched() ?? 0 };
}

async function measureDelays(stage: Stage): Promise<Line[]> {
  const { run, db } = stage;
  const [alone, withDead] = [await organization(stage), await organization(stage)];
  await register(stage, alone.apiKey, "/healthy");
  await register(stage, withDead.apiKey, "/healthy");
  await register(stage, withDead.apiKey, "/dead");
  await fillDead(db, withDead.organizationId);
  run.say(`delays at ${eventsPerSecond} events/s, alone and with a dead endpoint with ${deadRows} due deliveries`);
  await paced(stage, alone.apiKey);
  const rounds: { undisturbed: Delays; disturbed: Delays }[] = [];
  for (let round = 0; round < run.rounds; round++) {
    const undisturbed = await paced(stage, alone.apiKey);
    const disturbed = await paced(stage, withDead.apiKey);
    rounds.push({ undisturbed, disturbed });
    run.say(
      `  p50 ${undisturbed.p50} p99 ${undisturbed.p99} ms; with it p50 ${disturbed.p50} p99 ${disturbed.p99} ms; ` +
        `others ${undisturbed.others.toFixed(2)} / ${disturbed.others.toFixed(2)} core`,
    );
  }
  const middle = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const p50 = middle(({ undisturbed }) => undisturbed.p50);
  const p99 = middle(({ undisturbed }) => undisturbed.p99);
  const disturbedP99 = middle(({ disturbed }) => disturbed.p99);
  const ratio = middle(({ undisturbed, disturbed }) => disturbed.p99 / undisturbed.p99);
  const note = `${rounds.length} rounds, others up to ${Math.max(...rounds.map(({ disturbed }) => disturbed.others)).toFixed(2)} core`;
  return [
    {
      name: `event to receiver, ${eventsPerSecond}/s`,
      product: `p50 ${p50} ms, p99 ${p99} ms`,
      against: "",
      ratio: "",
      target: "≤ 25, ≤ 150 ms",
      outcome: p50 <= 25 && p99 <= 150 ? "ok" : "MISSED",
      note,
    },
    {
      name: "the same with a dead endpoint",
      product: `p99 ${disturbedP99} ms`,
      against: `alone ${p99} ms`,
      ratio: ratio.toFixed(2),
      target: "≤ 1.5",
      outcome: ratio <= 1.5 ? "ok" : "MISSED",
      note,
    },
  ];
}

/** Queues overdue deliveries to the endpoint that never replies. */
async function fillDead(db: DatabasePool, orgId: string): Promise<void> {
  await db.query(sql`
    insert into deliveries (org_id, id, webhook_id, change_id, type, next_attempt_at)
    select w.org_id, 'dlv_dead' || n, w.id, 'evt_dead' || n, 'time_entry.created', now() - interval '1 hour'
      from webhooks w cross join generate_series(1, ${deadRows}::integer) n
     where w.org_id = ${orgId} and w.url like '%/dead'`);
  // Give each delivery a change row, because a delivery without one fails immediately.
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object)
    select org_id, 'evt_dead' || n, 'time_entry.created', id, to_jsonb(e)
      from (select * from time_entries where org_id = ${orgId} limit 1) e cross join generate_series(1, ${deadRows}::integer) n`);
  await db.query(sql`delete from event_queue where org_id = ${orgId}`);
}

async function measureThroughput(stage: Stage): Promise<Line[]> {
  const { run, db, connection, receiver, service } = stage;
  const { organizationId: orgId, apiKey } = await organization(stage);
  const paths = Array.from({ length: endpoints }, (_, at) => `/many/${at}`);
  for (const path of paths) await register(stage, apiKey, path);
  const [change] = await db.query<{ object: string }>(sql`
    select to_jsonb(e)::text as object from time_entries e where org_id = ${orgId} limit 1`);
  const urls = paths.map((path) => receiver + path);
  const body = JSON.stringify({
    timestamp: new Date().toISOString(),
    data: JSON.parse(change?.object ?? "{}") as object,
  });
  const changes = 150 * run.seconds;
  const product = async (since: "first arrival" | "events"): Promise<Sample> => {
    await takeArrivals(stage);
    const cpuBefore = cpuOf(service.pid);
    const beganMs = Date.now();
    await db.query(sql`
      insert into changes (org_id, id, action, target_id, object)
      select org_id, 'evt_' || replace(uuidv7()::text, '-', ''), 'time_entry.created', id, to_jsonb(e)
        from (select * from time_entries where org_id = ${orgId} limit 1) e cross join generate_series(1, ${changes}::integer)`);
    await untilArrived(stage, changes * endpoints);
    await untilSent(db, orgId);
    const cpuMicros = ((cpuOf(service.pid) - cpuBefore) * 1000) / (changes * endpoints);
    const seen = Object.values(await takeArrivals(stage)).filter(({ count }) => count === changes);
    if (seen.length !== endpoints)
      throw new Error(`${seen.length} of ${endpoints} endpoints got every event exactly once`);
    const fromMs = since === "events" ? beganMs : Math.min(...seen.map(({ firstMs }) => firstMs));
    const ms = Math.max(...seen.map(({ lastMs }) => lastMs)) - fromMs;
    return { rate: (changes * endpoints * 1000) / ms, cpuMicros };
  };
  const bareTask: BareSenderTask = { urls, body, perUrl: perEndpoint, seconds: run.seconds };
  await db.query(sql`create database graphile`);
  const { host = "", port, user } = connection;
  const connectionString = `postgres://${user}@localhost/graphile?host=${encodeURIComponent(host)}&port=${port}`;
  const graphileTask: GraphileSenderTask = { connectionString, urls, body, events: changes };
  const against = (program: string, task: object) => async () =>
    JSON.parse(await runProgram(run, process.execPath, [program, JSON.stringify(task)])) as Sample;
  run.say(`${changes * endpoints} deliveries to ${endpoints} endpoints`);
  const bare = await compare(run, () => product("first arrival"), against(bareSender, bareTask));
  run.say("the same from the events on, against graphile-worker");
  const graphile = await compare(run, () => product("events"), against(graphileSender, graphileTask));
  return [
    {
      name: `deliveries, ${endpoints} endpoints`,
      product: figure(bare.product),
      against: `bare undici ${figure(bare.against)}`,
      ratio: bare.ratio.toFixed(2),
      target: "≥ 0.55, ≥ 1500/s",
      outcome: bare.ratio >= 0.55 && bare.product.rate >= 1_500 ? "ok" : "MISSED",
      note: bare.note,
    },
    {
      name: "the same, from the events on",
      product: figure(graphile.product),
      against: `graphile-worker ${figure(graphile.against)}`,
      ratio: graphile.ratio.toFixed(2),
      target: "≥ 1.2",
      outcome: graphile.ratio >= 1.2 ? "ok" : "MISSED",
      note: graphile.note,
    },
  ];
}

/**
 * Polls the receiver rather than the database, which would need milliseconds of CPU to count thousands of deliveries.
 */
async function untilArrived({ receiver }: Stage, count: number): Promise<void> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await pause(50)) {
    const arrived = await (await request(`${receiver}/count`)).body.text();
    if (Number(arrived) >= count) return;
  }
  throw new Error(`fewer than ${count} deliveries arrived`);
}

async function untilSent(db: DatabasePool, orgId: string): Promise<void> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await pause(100)) {
    const [row] = await db.query<{ left: boolean }>(sql`
      select exists (select 1 from event_queue where org_id = ${orgId})
             or exists (select 1 from deliveries where org_id = ${orgId} and status = 'pending') as left`);
    if (row?.left === false) return;
  }
  throw new Error("the deliveries did not finish");
}

async function measureCreates(stage: Stage): Promise<Line> {
  const { run, tempDir, db, service } = stage;
  const [listening, silent] = [await organization(stage), await organization(stage)];
  for (const path of ["/create/1", "/create/2", "/create/3"]) await register(stage, listening.apiKey, path);
  const bodies = Array.from({ length: taskCount }, (_, at) => JSON.stringify({ ...placeOf(at + 1), ...entry }));
  const create = ({ apiKey }: CreatedOrganization) =>
    httpLoad(run, tempDir, {
      url: `${service.url}/v1/time-entries`,
      connections: clients,
      headers: { Authorization: `Bearer ${apiKey}` },
      bodies,
      pid: service.pid,
    });
  run.say(`creates with 3 endpoints, and with none, ${clients} connections`);
  const { product, against, ratio, note } = await compare(
    run,
    async () => {
      const sample = await create(listening);
      // Wait for pending deliveries, so that they do not disturb the other measurement.
      await untilSent(db, listening.organizationId);
      return sample;
    },
    () => create(silent),
  );
  return {
    name: `create, ${clients} clients, 3 endpoints`,
    product: figure(product),
    against: `none ${figure(against)}`,
    ratio: ratio.toFixed(2),
    target: "≥ 0.8",
    outcome: ratio >= 0.8 ? "ok" : "MISSED",
    note,
  };
}
