import pg from "pg";
import { loopTurns } from "#platform/process/loop-turns.ts";
import { NoPrimaryError, SessionError } from "#platform/database/database-errors.ts";
import { readRowsWhole } from "#platform/database/fast-rows/whole-rows.ts";
import { selectHistory } from "./select-history.ts";

export interface Host {
  host: string;
  port: number;
}

/** `pg.ClientConfig` with several candidate hosts. */
export interface ConnectionConfig extends pg.ClientConfig {
  /** Replaces `host` and `port`: each connection goes to the host that accepts writes. */
  hosts?: readonly Host[];
  /** Whether an unencrypted connection will do if the server offers no TLS. */
  prefersTls?: boolean;
}

export interface SessionOptions extends ConnectionConfig {
  /**
   * The session's settings in addition to the mandatory ones. If undefined, the session keeps the server's defaults.
   */
  settings?: Record<string, string>;
}

/** Identifies a server process: its id alone may belong to a later process or to one on another server. */
export interface Backend {
  pid: number;
  startedAt: string;
}

// These settings determine the text format of instants, which column-types.ts relies on.
const neededSettings = { timezone: "UTC", datestyle: "ISO", intervalstyle: "iso_8601" };
/** How long a server may take to accept a connection, and to answer a question that reads no data. */
export const probeMs = 4_000;
export const patience = { connectionTimeoutMillis: probeMs, query_timeout: probeMs };
/** The pause before a connection is attempted again. */
export const retryMs = 250;

readRowsWhole();

/**
 * A client that connects to a server that accepts writes, and sets up its session. It is a class because `pg.Pool`
 * creates its clients with `new`.
 */
export class SessionClient extends pg.Client {
  backend: Backend | undefined;
  /**
   * Identifies the run of a server within which a transaction id is unique. A crash, a promotion or a restored backup
   * starts a new run. Undefined if the server does not reveal it.
   */
  history: string | undefined;
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    super(options);
    this.#options = options;
    // Without a listener, a connection that breaks while idle would crash the process. The next statement reports the
    // error.
    this.on("error", () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    const opened = this.#open();
    if (callback === undefined) return opened;
    opened.then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  }

  async #open(): Promise<this> {
    const { hosts } = this.#options;
    if (hosts !== undefined) Object.assign(this, hosts.length === 1 ? hosts[0] : await this.#findPrimary(hosts));
    await super.connect();
    this.#noteEvents();
    try {
      await this.#setUp();
      return this;
    } catch (error) {
      await this.end().catch(() => undefined);
      throw error;
    }
  }

  /** Wraps the data listener instead of adding one, because pg-copy-streams asserts that there is only one. */
  #noteEvents(): void {
    const { stream } = this.connection;
    const [read] = stream.listeners("data");
    stream.removeAllListeners("data").on("data", (bytes: Buffer) => {
      loopTurns.noteEvent();
      read?.call(stream, bytes);
    });
  }

  /** Sets up the session in one round trip. Startup options are no alternative, because poolers drop or refuse them. */
  async #setUp(): Promise<void> {
    const { settings } = this.#options;
    const assignments = Object.entries(settings === undefined ? {} : { ...neededSettings, ...settings }).map(
      ([name, value]) => `set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)};`,
    );
    const answers = (await this.query(`${assignments.join(" ")}
      select pid, backend_start::text as "startedAt", pg_is_in_recovery() as "isStandby",
             current_setting('timezone') as timezone
        from pg_stat_activity where pid = pg_backend_pid()`)) as pg.QueryResult | pg.QueryResult[];
    const { isStandby, timezone, ...backend } = [answers].flat().at(-1)?.rows[0] ?? {};
    if (isStandby === true) throw new NoPrimaryError([`${nameOf(this)} is a standby`]);
    this.backend = backend;
    if (settings === undefined) return;
    if (timezone !== "UTC")
      throw new SessionError(
        `The database's session is in ${timezone}, although Stint set it to UTC. Check the settings of the connection pooler, if there is one.`,
      );
    this.history = await this.#findHistory();
  }

  /** A server resets its statistics after a crash, so the reset time reveals the crash (PostgreSQL manual, 28.2). */
  async #findHistory(): Promise<string | undefined> {
    try {
      const { rows } = await this.query(selectHistory);
      return rows[0].history ?? undefined;
    } catch (error) {
      if (error instanceof pg.DatabaseError) return undefined;
      throw error;
    }
  }

  /** Connects to all hosts at once, so that an unreachable host causes no delay. */
  async #findPrimary(hosts: readonly Host[]): Promise<Host> {
    const { settings: _, ...options } = this.#options;
    const probes = hosts.map((host) => ({
      host,
      client: new SessionClient({ ...options, ...patience, hosts: [host] }),
    }));
    try {
      return await Promise.any(probes.map(({ host, client }) => client.connect().then(() => host)));
    } catch (error) {
      throw new NoPrimaryError(
        (error as AggregateError).errors.flatMap((failure: Error & { code?: string }, at) =>
          failure instanceof NoPrimaryError
            ? failure.reasons
            : `${nameOf(hosts[at])} does not respond (${failure.message || failure.code})`,
        ),
      );
    } finally {
      for (const { client } of probes) {
        if (client.backend === undefined) client.connection.stream.destroy();
        else client.end().catch(() => undefined);
      }
    }
  }
}

function nameOf(host: Host | undefined): string {
  return host === undefined || host.host.startsWith("/") ? "the server" : `${host.host}:${host.port}`;
}
