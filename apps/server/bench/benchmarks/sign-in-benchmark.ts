import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const strangers = 300;
const triesOfEach = 5;
const betweenTriesMs = 100;
const longestMs = 500;
const email = "owner@example.com";
const password = "lantern orbit sparrow";

/** The durations of the owner's requests in one round, in milliseconds. */
interface Round {
  signIns: number[];
  creates: number[];
}

/**
 * Measures two durations while 300 strangers each try a password: signing in with a known browser, and creating a
 * client with an API key.
 */
export async function benchmarkSignIn(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { userId, apiKey } = await newOrganization(db);
  const stored = await createPasswordHasher().hash(password);
  await db.query(sql`
    insert into credentials (user_id, password_hash, password_changed_at) values (${userId}, ${stored}, now())`);
  const service = await startService(run, tempDir, dataDir, { TRUST_PROXY: "127.0.0.0/8" });
  const attacker = new Agent();
  const client = new Agent();
  run.defer(() => Promise.all([attacker.close(), client.close()]));
  let sent = 0;

  async function signIn(dispatcher: Agent, body: { email: string; password: string }, headers: Record<string, string>) {
    const reply = await request(`${service.url}/auth/sign-in`, {
      dispatcher,
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    await reply.body.dump();
    return { status: reply.statusCode, cookies: [reply.headers["set-cookie"] ?? []].flat() };
  }
  const addressOf = (number: number) => `100.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  const attack = () =>
    Promise.all(
      Array.from({ length: strangers }, async () => {
        sent++;
        const body = { email: `${sent}@example.com`, password: "not the password" };
        return (await signIn(attacker, body, { "x-forwarded-for": addressOf(sent) })).status;
      }),
    );
  const first = await signIn(client, { email, password }, {});
  const cookie = first.cookies.map((line) => line.split(";", 1)[0]).find((pair) => pair?.includes("device")) ?? "";
  const timed = async (expected: number, send: () => Promise<{ status: number }>) => {
    const from = performance.now();
    const { status } = await send();
    if (status !== expected) throw new Error(`the person's request got ${status}`);
    return performance.now() - from;
  };
  const create = async () => {
    const reply = await request(`${service.url}/v1/clients`, {
      dispatcher: client,
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ name: `Client ${crypto.randomUUID()}` }),
    });
    await reply.body.dump();
    return { status: reply.statusCode };
  };
  async function round(): Promise<Round> {
    const took: Round = { signIns: [], creates: [] };
    for (let turn = 0; turn < triesOfEach; turn++) {
      const both = [timed(200, () => signIn(client, { email, password }, { cookie })), timed(201, create)] as const;
      took.signIns.push(await both[0]);
      took.creates.push(await both[1]);
      await pause(betweenTriesMs);
    }
    return took;
  }

  const [alone, during]: [Round[], Round[]] = [[], []];
  const statuses = new Map<number, number>();
  // Open the strangers' connections with an attack that is not measured.
  await attack();
  for (let turn = 0; turn < run.rounds; turn++) {
    alone.push(await round());
    const attacking = attack();
    during.push(await round());
    for (const status of await attacking) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const note = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  const line = (name: string, of: keyof Round): Line => {
    const [without, product] = [alone, during].map((rounds) => figures(rounds.flatMap((each) => each[of])));
    return {
      name: `${name} with ${strangers} strangers`,
      product: `${product?.median} ms, at most ${product?.most}`,
      against: `alone ${without?.median} ms, at most ${without?.most}`,
      ratio: ((product?.median ?? 0) / (without?.median ?? 1)).toFixed(1),
      target: `at most ${longestMs} ms`,
      outcome: (product?.most ?? Infinity) <= longestMs ? "ok" : "MISSED",
      note: `${run.rounds} rounds; strangers got ${note}`,
    };
  };
  return [line("sign-in of a known browser", "signIns"), line("create of a client", "creates")];
}

function figures(values: readonly number[]): { median: number; most: number } {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: Math.round(sorted[sorted.length >> 1] ?? 0), most: Math.round(sorted.at(-1) ?? 0) };
}
