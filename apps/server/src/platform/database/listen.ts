import pg from "pg";

export interface ListenOptions {
  connection: pg.ClientConfig;
  applicationName: string;
  channels: readonly string[];
  /** Called for each NOTIFY, with the channel and its payload. */
  onNotify: (channel: string, payload: string) => void;
  /** Called whenever LISTEN is in force again: notices may have been missed before. */
  onUp: () => void;
  /** Called whenever LISTEN is lost: notices are missed from here on. */
  onDown: () => void;
}

export interface Listener {
  isUp(): boolean;
  stop(): Promise<void>;
}

const heartbeatMs = 2_000;
const retryMs = 250;

/** Keeps one connection that LISTENs, and opens it again when it breaks. Resolves once the first one is up or failed. */
export async function listen(options: ListenOptions): Promise<Listener> {
  let client: pg.Client | undefined;
  let up = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      ...options.connection,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client = fresh;
    const lost = () => {
      if (client !== fresh) return;
      client = undefined;
      clearTimeout(timer);
      fresh.end().catch(() => undefined);
      if (up) {
        up = false;
        options.onDown();
      }
      if (!stopped) timer = setTimeout(() => void open(), retryMs);
    };
    fresh.on("error", lost);
    fresh.on("end", lost);
    fresh.on("notification", (message) => options.onNotify(message.channel, message.payload ?? ""));
    try {
      await fresh.connect();
      await fresh.query(options.channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join("; "));
      if (client !== fresh) return;
      up = true;
      options.onUp();
      beat(fresh, lost);
    } catch {
      lost();
    }
  }

  // A peer that vanished without a word is only noticed by asking.
  function beat(current: pg.Client, lost: () => void): void {
    timer = setTimeout(() => {
      const deadline = setTimeout(lost, heartbeatMs).unref();
      current.query("select 1").then(
        () => {
          clearTimeout(deadline);
          if (client === current) beat(current, lost);
        },
        () => {
          clearTimeout(deadline);
          lost();
        },
      );
    }, heartbeatMs);
  }

  await open();
  return {
    isUp: () => up,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      up = false;
      await last?.end().catch(() => undefined);
    },
  };
}
