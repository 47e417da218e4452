import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { type DatabasePool, sql } from "#platform/database/database.ts";

/** The attacking organization and its targets. */
export interface Attacker {
  url: string;
  /** The URL of a receiver that accepts every POST. */
  receiver: string;
  apiKey: string;
  orgId: string;
}

/** Runs until the signal aborts. Ignores the status of replies, because the server is expected to refuse requests. */
export type Attack = (attacker: Attacker, signal: AbortSignal) => Promise<void>;

export const attacks: Record<string, Attack> = {
  "abandoned searches": searchAndLeave,
  "unread downloads": downloadUnread,
  "changes of time zone": changeTimeZone,
  "floods of deliveries": (attacker, signal) => flood(attacker, signal, endpoints),
  "floods without endpoints": (attacker, signal) => flood(attacker, signal, 0),
  "unread pipelines": pipelineUnread,
};

const burst = 140;
const perSecond = 2;
const descriptions = 10_000;
const budgets = 60;
const endpoints = 100;
const maxChars = 2_000;
const unread = 4;
const pipelines = 5;
const pipelined = 1_400;

/**
 * Creates projects with budgets, and entries with long descriptions. Half of the descriptions are hard to search, the
 * others hard to compress.
 */
export async function fillAttacker(db: DatabasePool, orgId: string, userId: string): Promise<void> {
  await db.query(sql`
    insert into projects (org_id, id, name, budget)
    select ${orgId}, 'proj_hostile' || n, 'Project ' || n,
           '{"kind": "time", "seconds": 3600, "period": "weekly", "startsOn": null, "billableOnly": true, "alertPercents": [80, 100], "onExceed": "warn"}'
      from generate_series(1, ${budgets}::integer) n`);
  await db.query(sql`
    insert into tasks (org_id, id, project_id, name)
    select ${orgId}, 'task_hostile' || n, 'proj_hostile' || n, 'Task' from generate_series(1, ${budgets}::integer) n`);
  await db.query(sql`
    insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, billable, billable_seconds, description)
    select ${orgId}, 'time_' || lpad(n::text, 32, '0'), ${userId}, 'proj_hostile' || 1 + n % ${budgets}::integer, 'task_hostile' || 1 + n % ${budgets}::integer,
           now() - n * interval '1 hour', 900, true, 900,
           case when n % 2 = 0 then repeat('a', ${maxChars}::integer)
                else left((select string_agg(md5(n::text || ' ' || k), '') from generate_series(1, 63) k), ${maxChars}::integer) end
      from generate_series(1, ${descriptions}::integer) n`);
  await db.query(sql`
    insert into time_sum_deltas (org_id, sign, started_at, project_id, user_id, task_id, billable, duration_seconds, billable_seconds, rate_source, amount_minor, cost_minor)
    select org_id, 1, started_at, project_id, user_id, task_id, billable, duration_seconds, billable_seconds, rate_source, 0, 0
      from time_entries where org_id = ${orgId}`);
}

/** Sends as much as a key's rate limit allows: 140 requests at once, then two per second. */
async function atLimit(signal: AbortSignal, send: (number: number) => Promise<unknown>): Promise<void> {
  const under = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  for (let number = 0; !signal.aborted; number++) {
    const dueAt = startedAt + Math.max(0, ((number - burst) * 1000) / perSecond);
    await pause(Math.max(0, dueAt - performance.now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const sent: Promise<unknown> = send(number)
      .catch(() => undefined)
      .finally(() => under.delete(sent));
    under.add(sent);
  }
  await Promise.all(under);
}

async function call({ url, apiKey }: Attacker, method: string, path: string, body?: unknown, signal?: AbortSignal) {
  const reply = await request(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, text };
}

/** Searches for a 200-character string that no description contains, and disconnects after 300 ms. */
async function searchAndLeave(attacker: Attacker, signal: AbortSignal): Promise<void> {
  const q = `${"a".repeat(199)}b`;
  await atLimit(signal, () =>
    call(attacker, "GET", `/v1/time-entries?q=${q}`, undefined, AbortSignal.any([signal, AbortSignal.timeout(300)])),
  );
}

/** Keeps four downloads open without reading them. Replaces each download that ends. */
async function downloadUnread(attacker: Attacker, signal: AbortSignal): Promise<void> {
  const path = "/v1/organization/export";
  const hang = async () => {
    while (!signal.aborted) {
      await hangUnread(attacker.url, [requestOf(attacker, path)], signal);
      await pause(500);
    }
  };
  await Promise.all(Array.from({ length: unread }, hang));
}

function requestOf({ url, apiKey }: Attacker, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
}

/**
 * Sends requests on one connection and reads no replies. Resolves when the server closes the connection or the signal
 * aborts.
 */
function hangUnread(url: string, requests: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname);
    const end = () => socket.destroy();
    signal.addEventListener("abort", end);
    socket.on("connect", () => socket.pause().write(requests.join("")));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      signal.removeEventListener("abort", end);
      resolve();
    });
  });
}

/**
 * Changes the organization's time zone repeatedly. Each change recomputes 60 budgets while creates wait for the lock.
 */
async function changeTimeZone(attacker: Attacker, signal: AbortSignal): Promise<void> {
  const zones = ["Europe/Berlin", "America/New_York"];
  await atLimit(signal, (number) =>
    number % 4 === 0
      ? call(attacker, "PATCH", "/v1/organization", { timeZone: zones[(number / 4) % 2] })
      : call(attacker, "POST", "/v1/time-entries", entryOf(1 + (number % budgets))),
  );
}

function entryOf(number: number) {
  return {
    projectId: `proj_hostile${number}`,
    taskId: `task_hostile${number}`,
    startedAt: "2026-03-02T09:00:00Z",
    durationSeconds: 900,
  };
}

/** Creates batches of 500 entries, whose events go to `endpoints` endpoints, and replays missed deliveries. */
async function flood(attacker: Attacker, signal: AbortSignal, endpoints: number): Promise<void> {
  const ids: string[] = [];
  for (let at = 0; at < endpoints && !signal.aborted; at++) {
    const made = await call(attacker, "POST", "/v1/webhooks", { url: `${attacker.receiver}/flood/${at}` });
    if (made.status === 201) ids.push((JSON.parse(made.text) as { id: string }).id);
  }
  const entries = Array.from({ length: 500 }, (_, at) => entryOf(1 + (at % budgets)));
  const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
  await atLimit(signal, async (number) => {
    const id = ids[number % ids.length] ?? "";
    if (number % 2 === 0) return call(attacker, "POST", "/v1/time-entries/batch", { entries });
    return call(attacker, "POST", `/v1/webhooks/${id}/replay`, { since });
  });
  for (const id of ids) await call(attacker, "DELETE", `/v1/webhooks/${id}`).catch(() => undefined);
}

/** Opens connections, with and without a key, on which it pipelines requests with large replies and reads nothing. */
async function pipelineUnread(attacker: Attacker, signal: AbortSignal): Promise<void> {
  const paths = ["/openapi.json", "/v1/time-entries?limit=200"];
  const hang = async (number: number) => {
    const requests = Array.from({ length: pipelined }, () => requestOf(attacker, paths[number % 2] ?? ""));
    while (!signal.aborted) {
      await hangUnread(attacker.url, requests, signal);
      await pause(500);
    }
  };
  await Promise.all(Array.from({ length: pipelines }, (_, number) => hang(number)));
}
