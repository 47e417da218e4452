import { Stint } from "@stint/sdk";
import { createServerClock } from "./clock.ts";
import { observeLimit } from "./held-up.ts";

export const clock = createServerClock(() => Date.now());

type Listener = () => void;
const sessionEnds = new Set<Listener>();
const signIns = new Set<Listener>();
const sentAt = new WeakMap<Headers, number>();
let signedInAgainMs = 0;
let endedMs: number | undefined;

/** Calls `listener` whenever a request is refused because the session has ended; returns what ends that. */
export function onSessionEnd(listener: Listener): () => void {
  sessionEnds.add(listener);
  return () => sessionEnds.delete(listener);
}

/** Calls `listener` when the person has signed in again on the page that is open; returns what ends that. */
export function onSignInAgain(listener: Listener): () => void {
  signIns.add(listener);
  return () => signIns.delete(listener);
}

/** Tells whether the session has ended and nobody has signed in again: then nothing is asked for but what the person does. */
export function isSessionOver(): boolean {
  return endedMs !== undefined;
}

/** Says that the person has signed in again: what waited for it goes on at once. */
export function tellSignInAgain(): void {
  signedInAgainMs = Date.now();
  endedMs = undefined;
  for (const listener of signIns) listener();
}

/** Unless it was a code or a password that was refused, or the request belonged to the session before the present one. */
async function tellOfEnd(refusal: Response, sentMs: number): Promise<void> {
  const { code } = (await refusal.json().catch(() => ({}))) as { code?: string };
  if (code === "invalid_code" || code === "invalid_credentials" || sentMs < signedInAgainMs) return;
  endedMs ??= Date.now();
  for (const listener of sessionEnds) listener();
}

/** The first request of a page, which public/theme.js sends before the modules are there. */
interface Early {
  url: string;
  sentMs: number;
  /** Once the reply is there. */
  receivedMs?: number;
  reply: Promise<Response>;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var early: Early | undefined;
}

/** Of replies to requests that were sent early. */
const earlyTimes = new WeakMap<Response, Early>();

/** Sends a request, or takes the reply to the one that was sent early; only once, and only while it is fresh. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const { early } = globalThis;
  if (early?.url !== url || init.method !== "GET") return fetch(url, init);
  globalThis.early = undefined;
  if (Date.now() - early.sentMs > freshMs) return fetch(url, init);
  const aborted = new Promise<never>((_resolve, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason), { once: true });
  });
  const response = await Promise.race([early.reply, aborted]);
  earlyTimes.set(response, early);
  return response;
}

const freshMs = 20_000;

/** The one client of the dashboard: the session's cookie, requests spread so that the rate limit never refuses one. */
export const stint = new Stint({
  waitForRateLimit: true,
  timeoutMs: 20_000,
  fetch: send,
  onRequest: ({ headers }) => void sentAt.set(headers, Date.now()),
  onResponse(response, { headers, url }) {
    const early = earlyTimes.get(response);
    const receivedMs = early?.receivedMs ?? Date.now();
    const sentMs = early?.sentMs ?? sentAt.get(headers) ?? receivedMs;
    clock.observe(response.headers.get("date"), sentMs, receivedMs);
    if (!new URL(url).pathname.startsWith("/v1/")) return;
    observeLimit(response.headers.get("ratelimit"), sentMs);
    if (response.status === 401) void tellOfEnd(response.clone(), sentMs);
    // Such as by a sign-in in another tab.
    else if (response.ok && endedMs !== undefined && sentMs > endedMs) tellSignInAgain();
  },
});
