import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClientOptions, Stint } from "#src/index.ts";
import { serve } from "./serve.ts";

/** The clock that server and client share. Only the client's waits advance it. */
interface Clock {
  ms: number;
}

/** A client that advances the clock instead of waiting. */
class TimelessStint extends Stint {
  readonly #clock: Clock;

  constructor(options: ClientOptions, clock: Clock) {
    super(options);
    this.#clock = clock;
  }

  protected override nowMs(): number {
    return this.#clock.ms;
  }

  override pause(ms: number): Promise<void> {
    this.#clock.ms += ms;
    return Promise.resolve();
  }
}

async function limited(rateLimit = { perMinute: 60, burst: 10 }) {
  const clock = { ms: 0 };
  const { owner, baseUrl } = await serve({ rateLimit, monotonicMs: () => clock.ms });
  const statuses = new Map<number, number>();
  const options: ClientOptions = {
    baseUrl,
    apiKey: owner.apiKey,
    onResponse: ({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
  };
  return { clock, statuses, options };
}

test("with waitForRateLimit 135 calls in a row pass without one 429, as fast as the limit allows", async () => {
  const { clock, statuses, options } = await limited();
  const stint = new TimelessStint({ ...options, waitForRateLimit: true }, clock);
  for (let count = 0; count < 135; count++) await stint.me.get();
  assert.deepEqual([...statuses], [[200, 135]]);
  // The server accepts 70 requests at once and then one a second, so it accepts the last of the other 65 after 65 s.
  assert.ok(clock.ms >= 65_000 && clock.ms < 95_000, `${clock.ms} ms`);
});

test("with waitForRateLimit 100 concurrent calls pass without one 429", async () => {
  const { clock, statuses, options } = await limited();
  const stint = new TimelessStint({ ...options, waitForRateLimit: true }, clock);
  await Promise.all(Array.from({ length: 100 }, () => stint.me.get()));
  assert.deepEqual([...statuses], [[200, 100]]);
});

test("the client waits for one request, and reports that, not the wait for the whole quota", async () => {
  const { clock, options } = await limited({ perMinute: 120, burst: 20 });
  const waits: number[] = [];
  const onRateLimit = (waitMs: number) => void waits.push(waitMs);
  const stint = new TimelessStint({ ...options, waitForRateLimit: true, onRateLimit }, clock);
  for (let count = 0; count < 140; count++) {
    await stint.me.get();
    clock.ms += 300;
  }
  const beganAt = clock.ms;
  await stint.me.get();
  // The server accepts 140 requests in 60 s and the first one was 42 s ago, so the wait is 18 s, rounded up.
  assert.equal(waits[0], 19_000);
  assert.equal(clock.ms - beganAt, 19_000 - 300);
});

test("without it the client waits after a 429 for the stated time, which is enough", async () => {
  const { clock, statuses, options } = await limited();
  const stint = new TimelessStint(options, clock);
  for (let count = 0; count < 100; count++) await stint.me.get();
  assert.equal(statuses.get(200), 100);
  assert.ok((statuses.get(429) ?? 0) > 0);
});

test("two throttled clients with one key end without an error", async () => {
  const { clock, statuses, options } = await limited();
  const [one, other] = [0, 1].map(() => new TimelessStint({ ...options, waitForRateLimit: true }, clock));
  const work = async (stint: Stint | undefined) => {
    for (let count = 0; count < 50; count++) await stint?.me.get();
  };
  await Promise.all([work(one), work(other)]);
  assert.equal(statuses.get(200), 100);
});
