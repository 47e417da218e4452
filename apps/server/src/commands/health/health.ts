import { get } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findNotedDataDir } from "#platform/embedded-postgres/data-folder/noted-data-dir.ts";
import type { Config } from "#platform/config/config.ts";
import { httpUrl, reachableHost } from "#platform/loopback.ts";
import { findNotedListener } from "#commands/service/service-address.ts";

// This module imports neither the database nor an HTTP client, because containers run `health` every few seconds.

export interface Health {
  ready: boolean;
  /** Whether the service replies at all. */
  running: boolean;
  url: string;
  /** Null if the service is ready. */
  reason: string | null;
}

/** How long a request of this command and of `check` may take. */
export const requestMs = 5_000;
const pollMs = 250;
const maxBytes = 10_000;

/**
 * Polls the service, at least once, until it is ready or `waitSeconds` have passed. Finds the URL again for each poll,
 * because a starting service may not have recorded it yet.
 */
export async function awaitHealth(findUrl: () => Promise<string>, waitSeconds: number): Promise<Health> {
  const endsAt = performance.now() + waitSeconds * 1_000;
  for (;;) {
    const url = await findUrl();
    const leftMs = endsAt - performance.now();
    const health = await ask(url, waitSeconds === 0 ? requestMs : Math.max(1, Math.min(requestMs, leftMs)));
    if (health.ready || performance.now() + pollMs >= endsAt) return health;
    await pause(pollMs);
  }
}

function ask(url: string, timeoutMs: number): Promise<Health> {
  return new Promise((done) => {
    const request = get(`${url}/readyz`, { agent: false, headers: { accept: "application/json" } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (text.length < maxBytes) text += chunk;
      });
      response.on("end", () => done(judge(url, response.statusCode ?? 0, text)));
      response.on("error", (error) => done(notReached(url, error)));
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no reply within ${Math.ceil(timeoutMs / 1000)} s`)),
      timeoutMs,
    );
    request.on("error", (error) => done(notReached(url, error)));
    request.on("close", () => clearTimeout(timer));
  });
}

function judge(url: string, status: number, text: string): Health {
  const { status: said, reason } = parse(text);
  if (status === 200 && said === "ok") return { ready: true, running: true, url, reason: null };
  if (status === 503 && said === "unavailable")
    return { ready: false, running: true, url, reason: `Stint at ${url} is not ready: ${String(reason)}.` };
  return unreachable(
    url,
    `The server at ${url} is not Stint (status ${status}). Set HOST and PORT to the service's values.`,
  );
}

function parse(text: string): { status?: unknown; reason?: unknown } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

function notReached(url: string, error: NodeJS.ErrnoException): Health {
  if (error.code === "ECONNREFUSED")
    return unreachable(url, `Stint is not running at ${url}. Start it, or set HOST and PORT to the service's values.`);
  return unreachable(url, `Stint at ${url} does not reply: ${error.message || error.code}. Read the service's log.`);
}

function unreachable(url: string, reason: string): Health {
  return { ready: false, running: false, url, reason };
}

/**
 * Returns the URL at which the service with these settings listens. If they have the default address or port 0, prefers
 * the URL recorded in the data folder.
 */
export async function findListener(
  { host, port, dataDir, databaseUrl }: Pick<Config, "host" | "port" | "dataDir" | "databaseUrl">,
  checkoutDir: string,
): Promise<string> {
  const isUsual = port === 0 || (host === "127.0.0.1" && port === 3000);
  if (isUsual && databaseUrl === undefined) {
    const folders = dataDir === undefined ? await defaultDataDirs(checkoutDir) : [dataDir];
    for (const folder of folders) {
      const url = await findNotedListener(folder);
      if (url !== undefined) return toReachable(new URL(url).hostname, new URL(url).port || "80");
    }
  }
  return toReachable(host, String(port === 0 ? 3000 : port));
}

async function defaultDataDirs(checkoutDir: string): Promise<string[]> {
  const noted = await findNotedDataDir(resolve(checkoutDir));
  return [join(checkoutDir, "data"), ...(noted === undefined ? [] : [noted])];
}

/** Returns the URL, with a wildcard host replaced by loopback, because clients cannot connect to a wildcard. */
function toReachable(host: string, port: string): string {
  return httpUrl(reachableHost(host.replace(/^\[|\]$/g, "")), port);
}
