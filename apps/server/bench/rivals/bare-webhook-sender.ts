import { Agent, request } from "undici";
import { newWebhookSecret } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { signedHeaders } from "#tracking/exchange/webhooks/webhook-secrets.ts";

export interface BareSenderTask {
  urls: string[];
  body: string;
  perUrl: number;
  seconds: number;
}

// `node bare-webhook-sender.ts <task as JSON>` posts signed events with undici, without a database, address checks or a
// log.
const { urls, body, perUrl, seconds } = JSON.parse(process.argv[2] ?? "") as BareSenderTask;
const bytes = Buffer.from(body);
const secrets = [newWebhookSecret()];
const dispatcher = new Agent({ pipelining: 1 });

/** Posts to every URL for `ms` milliseconds. Returns the number of requests. */
async function send(ms: number): Promise<number> {
  const deadline = performance.now() + ms;
  let count = 0;
  const post = async (url: string) => {
    while (performance.now() < deadline) {
      const signed = signedHeaders("evt_00000000000000000000000000000000", new Date(), bytes, secrets);
      const headers = { "content-type": "application/json", ...signed };
      const { statusCode, body: reply } = await request(url, { dispatcher, method: "POST", headers, body: bytes });
      await reply.text();
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
      count++;
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: perUrl }, () => post(url))));
  return count;
}

// Warm up without counting. Unlike the service, this process is new in each turn, so Node must still compile its code.
await send(1_000);
const startedAt = performance.now();
const before = process.cpuUsage();
const count = await send(seconds * 1000);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({ rate: count / ((performance.now() - startedAt) / 1000), cpuMicros: (user + system) / count }),
);
await dispatcher.close();
