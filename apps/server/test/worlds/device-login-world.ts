import { type TestAppOptions, newTestApp } from "./test-app.ts";

/** An app whose clock the test moves, with an owner. */
export async function newDeviceLoginWorld(options: TestAppOptions = {}) {
  const clock = { ms: Date.now() };
  const world = await newTestApp({ ...options, now: () => new Date(clock.ms) });
  const owner = await world.newOrganization();
  const wait = (seconds: number) => void (clock.ms += seconds * 1000);
  return { world, clock, wait, owner, session: await world.newSession(owner) };
}

export const asKey = (apiKey: string) => ({ headers: { authorization: `Bearer ${apiKey}` } });
