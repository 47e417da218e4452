import { Stint } from "@stint/sdk";
import { createServerClock } from "./clock.ts";

export const clock = createServerClock(() => Date.now());

type Listener = () => void;
const listeners = new Set<Listener>();
const sentAt = new WeakMap<Headers, number>();

/** Calls `listener` whenever a request is refused because the session has ended; returns what ends that. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one client of the dashboard: the session's cookie, requests spread so that the rate limit never refuses one. */
export const stint = new Stint({
  waitForRateLimit: true,
  timeoutMs: 20_000,
  onRequest: ({ headers }) => void sentAt.set(headers, Date.now()),
  onResponse(response, { headers, url }) {
    const receivedMs = Date.now();
    clock.observe(response.headers.get("date"), sentAt.get(headers) ?? receivedMs, receivedMs);
    if (response.status === 401 && new URL(url).pathname.startsWith("/v1/"))
      for (const listener of listeners) listener();
  },
});
