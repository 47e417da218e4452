import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { EmbeddedPostgresError } from "./data-folder/embedded-postgres-error.ts";
import type { DataFolder } from "./data-folder/prepare-data-folder.ts";

const DATABASE = "stint";

export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** Waits until the server accepts connections and our database exists; false if the server ends first. */
export async function untilReady(
  folder: DataFolder,
  isRunning: () => boolean,
  say: (line: string) => void,
): Promise<boolean> {
  const startedAt = performance.now();
  let said = false;
  while (isRunning()) {
    // Reads the status from the pid file, as pg_ctl does, because every refused connection would add a line to the
    // server's log.
    if ((await readStatus(folder.pgData)) === "ready" && (await ensureDatabase(folder))) return true;
    await sleep(10);
    if (!said && performance.now() - startedAt > 10_000) {
      said = true;
      say(
        `Waiting for PostgreSQL (it may be recovering from a crash; its log: ${join(folder.runDir, "postgres.log")})`,
      );
    }
  }
  return false;
}

export function connectionTo(folder: DataFolder): Connection {
  return { host: folder.socketDir, port: 5432, user: "stint", database: DATABASE };
}

async function readStatus(pgData: string): Promise<string> {
  const STATUS_LINE = 7;
  const text = await readFile(join(pgData, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n")[STATUS_LINE]?.trim() ?? "";
}

/** Creates our database if it is missing. Returns false while the server is shutting down or busy. */
async function ensureDatabase(folder: DataFolder): Promise<boolean> {
  try {
    // Creates the database only after a failed connection, because creating an existing one would log an error.
    await connectTo(folder, DATABASE).catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== "3D000") throw error;
      await connectTo(folder, "postgres", `create database ${DATABASE}`);
    });
    return true;
  } catch (error) {
    if (isPassing(error)) return false;
    throw new EmbeddedPostgresError(
      `PostgreSQL runs on ${folder.pgData}, but its database cannot be opened: ${(error as Error).message} ` +
        `(log: ${join(folder.runDir, "postgres.log")})`,
    );
  }
}

async function connectTo(folder: DataFolder, database: string, statement?: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(folder), database });
  // Without a listener, a lost connection would crash the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (statement !== undefined) await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isPassing(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? "";
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
  // Accepts transient errors: shutting down or starting up, too many connections, a concurrent `create database`.
  return !isSqlState || /^57P0|^53300$|^42P04$|^23505$|^55006$/.test(code);
}
