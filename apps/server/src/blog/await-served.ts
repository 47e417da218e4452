import type { Database } from "#platform/database/database.ts";
import { machinePrefix } from "#platform/database/listener-name.ts";
import { type ConnectionConfig, SessionClient } from "#platform/database/session-client.ts";
import { findListeners, servedChannel } from "./queries.ts";

export interface ServedWatch {
  /** Waits until every server of this machine serves the version or a later one; names those that do not in time. */
  until: (version: number, timeoutMs: number) => Promise<string[]>;
  stop: () => Promise<void>;
}

const lookAgainMs = 200;

/** Begins to listen to what the nodes serve; to be called before the commit they are to answer. */
export async function watchServed(db: Database, connection: ConnectionConfig): Promise<ServedWatch> {
  const served = new Map<string, number>();
  const client = new SessionClient({ ...connection, application_name: "stint-blog-import" });
  let lost = false;
  let wake = (): void => undefined;
  client.on("notification", ({ payload = "" }) => {
    const [name = "", version] = payload.split(" ");
    served.set(name, Math.max(Number(version), served.get(name) ?? 0));
    wake();
  });
  // The import itself is not in danger; without the connection there is nothing to wait for.
  client.on("error", () => {
    lost = true;
    wake();
  });
  await client.connect();
  await client.query(`listen ${servedChannel}`);

  // Asked for again each time: a server may have gone since.
  async function findWaiting(version: number): Promise<string[]> {
    const names = await findListeners(db, machinePrefix());
    return names.filter((name) => (served.get(name) ?? 0) < version);
  }

  return {
    async until(version, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const { promise: woken, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const waiting = await findWaiting(version);
        if (waiting.length === 0 || lost || Date.now() >= deadline) return waiting;
        const timer = setTimeout(resolve, lookAgainMs);
        await woken;
        clearTimeout(timer);
      }
    },
    stop: () => client.end().catch(() => undefined),
  };
}
