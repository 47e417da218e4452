import type * as Undici from "undici";
import { kibibyte } from "#platform/process/memory.ts";
import type { Resolve } from "./check-target.ts";
import { explainFailure } from "./explain-failure.ts";
import { openDispatcher } from "./guarded-connector.ts";
import type { Proxies } from "./way-out.ts";

export interface PostResult {
  /** The status of the reply; null if there was none. */
  status: number | null;
  /** Why there is no complete reply, in a few words; null if there is one, whatever its status. */
  error: string | null;
  /** The beginning of the reply's body. */
  responseBody: string;
  durationMs: number;
  retryAfterMs?: number;
  /** Whether the request was aborted because the service is stopping, not because of the receiver. */
  isInterrupted: boolean;
}

export interface EgressOptions {
  allowPrivate: boolean;
  connectTimeoutMs?: number;
  /** The time limit for the whole exchange: lookup, connection and reply. */
  timeoutMs?: number;
  proxies?: Proxies | undefined;
  resolve?: Resolve;
  ca?: string;
}

const maxRead = 64 * kibibyte;
const maxKept = 4_000;

export type Egress = ReturnType<typeof createEgress>;

/**
 * Sends requests to URLs chosen by strangers: only to permitted addresses, within a time limit.
 */
export function createEgress(options: EgressOptions) {
  const { allowPrivate, connectTimeoutMs, timeoutMs = 15_000, proxies, resolve, ca } = options;
  const guard = { allowPrivate, connectTimeoutMs, proxies, resolve, ca };
  const agent = openDispatcher(guard, {
    // The timer of the exchange covers the headers and the body, as well as the wait for a connection.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const underWay = new Set<() => void>();

  return {
    /** POSTs a body and reports the outcome; never rejects. A redirect is treated like any other reply. */
    post(url: URL, headers: Record<string, string>, body: Buffer): Promise<PostResult> {
      return new Promise((resolve) => {
        const { handler, finish, interrupt } = openExchange(timeoutMs, (result) => {
          underWay.delete(interrupt);
          resolve(result);
        });
        underWay.add(interrupt);
        try {
          agent.dispatch(
            { origin: url.origin, path: url.pathname + url.search, method: "POST", headers, body },
            handler,
          );
        } catch (error) {
          finish(explainFailure(error as Error));
        }
      });
    },
    /** Interrupts every request in progress and closes the connections. */
    async close() {
      for (const interrupt of underWay) interrupt();
      await agent.destroy();
    },
  };
}

/**
 * Handles one request and its reply in undici's callbacks, because a stream per reply would cost more than the request.
 */
function openExchange(timeoutMs: number, settle: (result: PostResult) => void) {
  const startedAt = performance.now();
  const kept: Buffer[] = [];
  let read = 0;
  let status: number | null = null;
  let retryAfter: unknown;
  let controller: Undici.Dispatcher.DispatchController | undefined;
  let isOver = false;
  let isInterrupted = false;

  function finish(error: string | null): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    const retryAfterMs = typeof retryAfter === "string" ? readRetryAfter(retryAfter, Date.now()) : undefined;
    settle({
      status,
      error,
      responseBody: toText(Buffer.concat(kept)),
      durationMs: Math.round(performance.now() - startedAt),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      isInterrupted,
    });
  }

  function giveUp(why: string | null): void {
    if (isOver) return;
    finish(why);
    controller?.abort(new Error(why ?? "enough of the reply was read"));
  }

  const timer = setTimeout(() => giveUp(`no complete reply within ${timeoutMs / 1000} s`), timeoutMs);
  const handler: Undici.Dispatcher.DispatchHandler = {
    onRequestStart(current) {
      controller = current;
      // The exchange was abandoned while it waited for a connection.
      if (isOver) current.abort(new Error("given up"));
    },
    onRequestUpgrade(current, code) {
      status = code;
      finish("the reply switches protocols");
      current.abort(new Error("no upgrade was requested"));
    },
    onResponseStart(_current, code, headers) {
      if (code < 200) return;
      status = code;
      retryAfter = headers["retry-after"];
    },
    onResponseData(_current, chunk) {
      if (read < maxKept) kept.push(chunk.subarray(0, maxKept - read));
      read += chunk.length;
      // The rest is never read: the reply counts as complete, and its connection is not reused.
      if (read > maxRead) giveUp(null);
    },
    onResponseEnd: () => finish(null),
    onResponseError: (_current, error) => finish(explainFailure(error)),
  };
  const interrupt = () => {
    isInterrupted = true;
    giveUp("interrupted: the server was stopped");
  };
  return { handler, finish, interrupt };
}

// PostgreSQL's text type accepts everything except U+0000; a character cut off at the end becomes U+FFFD.
function toText(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll("\0", "\uFFFD");
}

/** Converts a Retry-After header (RFC 9110 §10.2.3: seconds or a date) to milliseconds; undefined if it is neither. */
function readRetryAfter(header: string, nowMs: number): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts nearly anything, such as "5", so the format is checked first.
  const date = /^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
