import { type TestAppOptions, newTestApp } from "./test-app.ts";

/** Creates an app with an owner and a clock that the test controls. */
export async function newDeviceLoginWorld(options: TestAppOptions = {}) {
  const clock = { ms: Date.now() };
  const world = await newTestApp({ ...options, now: () => new Date(clock.ms) });
  const owner = await world.newOrganization();
  const wait = (seconds: number) => void (clock.ms += seconds * 1000);
  return { world, clock, wait, owner, session: await world.newSession(owner) };
}

export const asKey = (apiKey: string) => ({ headers: { authorization: `Bearer ${apiKey}` } });
