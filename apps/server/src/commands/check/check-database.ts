import { describeChange, findChangedCollation, rebuildStatements } from "#commands/open/collation.ts";
import { describeLag, measureClock } from "#platform/database/connection/database-clock.ts";
import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import { MigrationError, oldestServer, pendingMigrations, readMigrations } from "#platform/database/migrate.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { isSecretKeyOf, refuseReplaced } from "#platform/secrets/check-secret-key.ts";
import { readSecretKey, secretKeyPath } from "#platform/secrets/secret-key-file.ts";
import type { Config } from "#platform/config/config.ts";
import { hasSealed } from "#commands/open/open-secret-key.ts";
import { migrations } from "#commands/open/open-service.ts";
import { counted } from "#commands/command-line/counted.ts";
import { type Finding, findingsOf, reasonOf } from "./finding.ts";

const { good, note, bad } = findingsOf("database");
const clock = findingsOf("clock");
const keys = findingsOf("secret key");

const maxApartMs = 2_000;
/**
 * The connections that a node opens besides the pools for requests: an import uses up to 11, a backup 3, and listening
 * 2.
 */
const fixedConnections = 11 + 3 + 2;

interface ServerSettings {
  version: number;
  version_text: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  data_checksums: string;
  time_zone: string;
  /** The number of connections that this role may open to this database. */
  usable: number;
  nodes: number;
}

/** Checks the version and settings of the server, and the schema. */
export async function checkDatabase(
  db: Database,
  { databasePoolSize: pool, databaseUrl }: Pick<Config, "databasePoolSize" | "databaseUrl">,
): Promise<Finding[]> {
  const [server] = await readServer(db);
  if (server === undefined) throw new Error("settings have one row");
  const findings = [
    server.version >= oldestServer
      ? good(`PostgreSQL ${server.version_text}.`)
      : bad(`PostgreSQL ${server.version_text} is too old.`, "Upgrade it to 15 or newer."),
    ...checkDurability(server, databaseUrl === undefined),
    checkConnections(server, pool),
    good(`Sessions use UTC; the server's own time zone is ${server.time_zone}.`),
    await checkCollation(db, databaseUrl === undefined),
    await checkSchema(db),
  ];
  return findings;
}

function readServer(db: Database): Promise<ServerSettings[]> {
  return db.query<ServerSettings>(sql`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as version_text,
           current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('data_checksums') as data_checksums,
           (select reset_val from pg_settings where name = 'log_timezone') as time_zone,
           least(current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
                   - coalesce(current_setting('reserved_connections', true)::integer, 0),
                 (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
                 (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as usable,
           (select count(distinct application_name) from pg_stat_activity
             where datname = current_database() and starts_with(application_name, 'stint-listen:')) as nodes`);
}

function checkDurability(server: ServerSettings, isEmbedded: boolean): Finding[] {
  const off = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter((name) => server[name] === "off");
  const findings = off.map((name) =>
    bad(
      `${name} is off: a crash loses time entries that were confirmed, or damages the database.`,
      `Set ${name} = on in postgresql.conf, for the database and for the role, and reload PostgreSQL.`,
    ),
  );
  if (off.length === 0) findings.push(good("fsync, full_page_writes and synchronous_commit are on."));
  if (server.data_checksums === "on") findings.push(good("Data checksums are on."));
  else
    findings.push(
      note(
        "Data checksums are off, so a damaged disk is noticed late.",
        isEmbedded
          ? "Restore a backup into a new DATA_DIR: new databases have them."
          : "Stop PostgreSQL and run pg_checksums --enable.",
      ),
    );
  return findings;
}

function checkConnections({ usable, nodes }: ServerSettings, pool: number): Finding {
  const perNode = pool + Math.max(3, Math.floor(pool / 4)) + Math.max(2, Math.floor(pool / 4)) + fixedConnections;
  const count = Math.max(1, nodes);
  const needed = perNode * count;
  const text = `${counted(count, "node")} with DATABASE_POOL_SIZE ${pool} may open ${needed} connections, of ${usable} that PostgreSQL allows`;
  if (needed <= usable) return good(`${text}.`);
  return bad(`${text}.`, "Raise max_connections (or the limit of the role or database), or lower DATABASE_POOL_SIZE.");
}

async function checkCollation(db: Database, isEmbedded: boolean): Promise<Finding> {
  const changed = await findChangedCollation(db);
  if (changed === undefined) return good("The indexes were built with the present order of text.");
  return bad(
    describeChange(changed),
    isEmbedded
      ? "Restart Stint, which rebuilds the indexes."
      : `In psql, while Stint is stopped: ${rebuildStatements(changed).join(" ")}`,
  );
}

async function checkSchema(db: Database): Promise<Finding> {
  const known = await readMigrations(migrations);
  const [table] = await db.query<{ name: string | null }>(
    sql`select to_regclass(${"schema_migrations"})::text as name`,
  );
  if ((table?.name ?? null) === null)
    return note(
      "The database is empty.",
      "The first start creates the schema; to move an installation here, restore a backup first.",
    );
  const applied = await db.query<{ version: number; name: string; checksum: string }>(
    sql`select version, name, checksum from schema_migrations order by version`,
  );
  try {
    const pending = pendingMigrations(known, applied);
    if (pending.length === 0) return good("The schema is up to date.");
    return note(
      `The schema lacks ${pending.length} migrations, which the next start applies.`,
      "Make a backup before starting.",
    );
  } catch (error) {
    if (error instanceof MigrationError) return bad(error.message, "See the message.");
    throw error;
  }
}

export async function checkDatabaseClock(db: Database): Promise<Finding> {
  const { aheadMs, errorMs } = await measureClock(db);
  if (Math.abs(aheadMs) <= maxApartMs + errorMs)
    return clock.good("This machine's clock agrees with that of the database.");
  return clock.bad(
    `This machine's clock is ${describeLag(aheadMs)} that of the database.`,
    "Synchronize both machines (chrony, systemd-timesyncd): codes of second factors depend on it, and a node that is a minute off deletes nothing that has expired.",
  );
}

/** Compares the database's clock with the newest change, because the two machines may be wrong together. */
export async function checkNewestChange(db: Database): Promise<Finding[]> {
  const [table] = await db.query<{ name: string | null }>(sql`select to_regclass(${"changes"})::text as name`);
  if ((table?.name ?? null) === null) return [];
  const [newest] = await db.query<{ ahead_ms: number | null }>(sql`
    select (extract(epoch from max(c.at) - clock_timestamp()) * 1000)::double precision as ahead_ms
      from organizations o
     cross join lateral (select at from changes where org_id = o.id order by at desc limit 1) c`);
  const aheadMs = newest?.ahead_ms ?? 0;
  if (aheadMs <= maxApartMs) return [];
  return [
    clock.note(
      `The newest change is ${describeLag(aheadMs)} the database's clock, which is behind now or was ahead then.`,
      "Compare the database's clock with another one. Copies stay exact, but times that are recorded now may be wrong.",
    ),
  ];
}

const ifLost = `Restore SECRET_KEY or the file secret-key; if it is lost: ${ownCommand} secret-key replace.`;

export async function checkKey(
  db: DatabasePool,
  config: Pick<Config, "secretKey">,
  dataDir: string | undefined,
): Promise<Finding> {
  try {
    const key = config.secretKey ?? (dataDir === undefined ? undefined : await readSecretKey(secretKeyPath(dataDir)));
    const sealed = await hasSealed(db);
    if (key === undefined) {
      if (sealed)
        return keys.bad(
          "The key of this database's secrets is missing, and the service does not start without it.",
          ifLost,
        );
      return dataDir === undefined
        ? keys.note(
            "SECRET_KEY is not set, so webhooks, second factors and OpenID are off.",
            "openssl rand -base64 32 prints a key; set the same one on every node.",
          )
        : keys.good("The next start creates a key.");
    }
    await refuseReplaced(db, key);
    if (!sealed || (await isSecretKeyOf(db, key))) return keys.good("The key decrypts the database's secrets.");
    return keys.bad(
      "The key is not the one that encrypts this database's secrets, and the service does not start with it.",
      ifLost,
    );
  } catch (error) {
    return keys.bad(reasonOf(error), "See docs/run/operating.md.");
  }
}
