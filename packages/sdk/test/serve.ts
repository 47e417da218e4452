import type { Caller, TestApp, TestAppOptions } from "@stint/server/test/worlds/test-app.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { type ClientOptions, Stint } from "#src/index.ts";

export interface Served {
  world: TestApp;
  baseUrl: string;
  port: number;
  owner: Caller;
  /** Creates a client for the owner, or for another caller. */
  stintOf(options?: ClientOptions, caller?: Caller): Stint;
}

/** Starts the real server on a free port, with a new organization. */
export async function serve(options: TestAppOptions = {}): Promise<Served> {
  const world = await newTestApp(options);
  const port = await listenOn(world.app);
  const baseUrl = `http://127.0.0.1:${port}`;
  const owner = await world.newOrganization();
  return {
    world,
    baseUrl,
    port,
    owner,
    stintOf: (clientOptions, caller = owner) => new Stint({ baseUrl, ...credentialsOf(caller), ...clientOptions }),
  };
}

/**
 * Returns a function that returns the same server to all tests of a file. The first test starts it, so a filtered run
 * in which none of the file's tests run starts none.
 */
export function serveOnce(): () => Promise<Served> {
  let served: Promise<Served> | undefined;
  return () => (served ??= serve());
}

/** Returns the API key, or the session cookie with the headers that a browser would send. */
function credentialsOf({ isSession, apiKey }: Caller): ClientOptions {
  if (!isSession) return { apiKey };
  return { headers: { cookie: `__Host-stint-session=${apiKey}`, "sec-fetch-site": "same-origin" } };
}
