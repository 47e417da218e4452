import { Logger, makeWorkerUtils, run, type TaskList } from "graphile-worker";
import { Agent, request } from "undici";
import { signedHeaders } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { newWebhookSecret } from "#tracking/exchange/webhooks/webhook-secrets.ts";

export interface GraphileSenderTask {
  connectionString: string;
  urls: string[];
  body: string;
  events: number;
}

// `node graphile-webhook-sender.ts <task as JSON>` runs one graphile-worker job per event and URL in a typical setup,
// which adds, claims and completes jobs in batches. It has no log of attempts and no fair shares for tenants.
const { connectionString, urls, body, events } = JSON.parse(process.argv[2] ?? "") as GraphileSenderTask;
const logger = new Logger(() => () => undefined);
const secrets = [newWebhookSecret()];
const dispatcher = new Agent({ pipelining: 1 });
const jobsAtOnce = 1_000;
let left = 0;
let end: () => void = () => undefined;

const taskList: TaskList = {
  async post(payload) {
    const job = payload as { url: string; body: string };
    const bytes = Buffer.from(job.body);
    const signed = signedHeaders("evt_00000000000000000000000000000000", new Date(), bytes, secrets);
    const headers = { "content-type": "application/json", ...signed };
    const { statusCode, body: reply } = await request(job.url, { dispatcher, method: "POST", headers, body: bytes });
    await reply.text();
    if (statusCode !== 200) throw new Error(`${job.url}: ${statusCode}`);
    if (--left === 0) end();
  },
};

// The fastest settings according to graphile-worker's documentation (https://worker.graphile.org/docs/performance).
const worker = {
  connectionString,
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};
const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
const runner = await run({ preset: { worker }, logger, taskList, noHandleSignals: true });

/** Queues `count` events for every URL. Resolves when all of them have been posted. */
async function send(count: number): Promise<void> {
  left = count * urls.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  end = resolve;
  const jobs = Array.from({ length: count }, () =>
    urls.map((url) => ({ identifier: "post", payload: { url, body } })),
  ).flat();
  for (let at = 0; at < jobs.length; at += jobsAtOnce) await utils.addJobs(jobs.slice(at, at + jobsAtOnce));
  await promise;
}

// Warm up without counting. Unlike the service, this process is new in each turn, so Node must still compile its code.
await send(Math.ceil(events / 3));
const startedAt = performance.now();
const before = process.cpuUsage();
await send(events);
const { user, system } = process.cpuUsage(before);
const deliveries = events * urls.length;
process.stdout.write(
  JSON.stringify({
    rate: deliveries / ((performance.now() - startedAt) / 1000),
    cpuMicros: (user + system) / deliveries,
  }),
);
await runner.stop();
await utils.release();
await dispatcher.close();
