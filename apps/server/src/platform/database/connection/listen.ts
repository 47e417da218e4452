import { randomUUID } from "node:crypto";
import pg from "pg";
import { receivesNotifications } from "./receives-notifications.ts";
import { type ConnectionConfig, patience, retryMs, SessionClient } from "./session-client.ts";

export interface ListenOptions {
  connection: ConnectionConfig;
  applicationName: string;
  channels: readonly string[];
  /** Called for each NOTIFY, with the channel and its payload. */
  onNotify: (channel: string, payload: string) => void;
  /** Called whenever LISTEN becomes active; notifications sent before then may have been missed. */
  onUp: () => void;
  /** Called whenever LISTEN is lost; notifications are missed from then on. */
  onDown: () => void;
}

const heartbeatMs = 2_000;

export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Keeps one connection that LISTENs, and a second one that NOTIFYs the first: once before the pair counts as up, then
 * as a heartbeat. Reopens both connections if either breaks. Resolves once the first pair is up or has failed.
 */
export async function listen(options: ListenOptions) {
  const { onUp, onDown, onNotify } = options;
  let pair: SessionClient[] = [];
  let up = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const ear = newClient(options.connection, options.applicationName);
    const voice = newClient(options.connection, "stint-heartbeat");
    const heartbeat = `stint_heartbeat_${randomUUID()}`;
    const fresh = (pair = [ear, voice]);
    const lost = () => {
      if (pair !== fresh) return;
      pair = [];
      clearTimeout(timer);
      for (const client of fresh) client.end().catch(() => undefined);
      if (up) {
        up = false;
        onDown();
      }
      if (!stopped) timer = setTimeout(() => void open(), retryMs);
    };
    for (const client of fresh) client.on("error", lost).on("end", lost);
    ear.on("notification", ({ channel, payload = "" }) => {
      if (channel !== heartbeat) onNotify(channel, payload);
    });
    const beat = async (): Promise<void> => {
      if (!(await receivesNotifications(ear, voice, heartbeat, heartbeatMs))) return lost();
      if (pair !== fresh) return;
      if (!up) {
        up = true;
        onUp();
      }
      timer = setTimeout(() => void beat().catch(lost), heartbeatMs);
    };
    try {
      await Promise.all(fresh.map((client) => client.connect()));
      const channels = [...options.channels, heartbeat];
      await ear.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join("; "));
      await beat();
    } catch {
      lost();
    }
  }

  await open();
  return {
    isUp: (): boolean => up,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = pair;
      pair = [];
      up = false;
      await Promise.all(last.map((client) => client.end().catch(() => undefined)));
    },
  };
}

function newClient(connection: ConnectionConfig, applicationName: string): SessionClient {
  return new SessionClient({
    ...connection,
    application_name: applicationName,
    ...patience,
    keepAlive: true,
  });
}
