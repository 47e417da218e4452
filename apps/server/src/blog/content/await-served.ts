import type { Database } from "#platform/database/database.ts";
import { machinePrefix } from "#platform/database/connection/listener-name.ts";
import { type ConnectionConfig, SessionClient } from "#platform/database/connection/session-client.ts";
import { findListeners, servedChannel } from "./queries.ts";

const pollMs = 200;

/** Listens for the versions that nodes announce; must be called before the commit that triggers the announcements. */
export async function watchServed(db: Database, connection: ConnectionConfig) {
  const served = new Map<string, number>();
  const client = new SessionClient({ ...connection, application_name: "stint-blog-import" });
  let lost = false;
  let wake = (): void => undefined;
  client.on("notification", ({ payload = "" }) => {
    const [name = "", version] = payload.split(" ");
    served.set(name, Math.max(Number(version), served.get(name) ?? 0));
    wake();
  });
  // A lost connection only ends the wait; it does not affect the import.
  client.on("error", () => {
    lost = true;
    wake();
  });
  await client.connect();
  await client.query(`listen ${servedChannel}`);

  // Lists the servers again on each poll, so as not to wait for one that has stopped.
  async function findWaiting(version: number): Promise<string[]> {
    const names = await findListeners(db, machinePrefix());
    return names.filter((name) => (served.get(name) ?? 0) < version);
  }

  return {
    /**
     * Waits until every server on this machine serves this version or a later one. Returns the names of the servers
     * that do not serve it within the timeout.
     */
    async until(version: number, timeoutMs: number): Promise<string[]> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const { promise: woken, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const waiting = await findWaiting(version);
        if (waiting.length === 0 || lost || Date.now() >= deadline) return waiting;
        const timer = setTimeout(resolve, pollMs);
        await woken;
        clearTimeout(timer);
      }
    },
    stop: (): Promise<void> => client.end().catch(() => undefined),
  };
}
