import type { Caller, TestApp, TestAppOptions } from "@stint/server/test/worlds/test-app.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { type ClientOptions, Stint } from "#src/index.ts";

export interface Served {
  world: TestApp;
  baseUrl: string;
  port: number;
  owner: Caller;
  /** A client for the owner, or for another caller. */
  stintOf(options?: ClientOptions, caller?: Caller): Stint;
}

/** The real server on a real port, with a fresh organization. */
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

/** The server shared by a file's tests. The first test starts it, so a filtered run without tests starts none. */
export function serveOnce(): () => Promise<Served> {
  let served: Promise<Served> | undefined;
  return () => (served ??= serve());
}

/** The API key, or the session cookie as the server's own page would send it. */
function credentialsOf({ isSession, apiKey }: Caller): ClientOptions {
  if (!isSession) return { apiKey };
  return { headers: { cookie: `__Host-stint-session=${apiKey}`, "sec-fetch-site": "same-origin" } };
}
