import { Stint } from "@stint/sdk";
import { markSessionOver } from "#device/leaving.ts";
import { createServerClock } from "./clock.ts";
import { tooLarge } from "./is-unreachable.ts";
import { noteRateLimit } from "./rate-limit.ts";

export const clock = createServerClock(() => Date.now());

type Listener = () => void;
const sessionEnds = new Set<Listener>();
const signIns = new Set<Listener>();
const sentAt = new WeakMap<Headers, number>();
let signedInAgainMs = 0;
let endedMs: number | undefined;

/** Calls `listener` whenever a request is refused because the session has ended; returns the unsubscribe function. */
export function onSessionEnd(listener: Listener): () => void {
  sessionEnds.add(listener);
  return () => sessionEnds.delete(listener);
}

/** Calls `listener` when the person signs in again without leaving the page; returns the unsubscribe function. */
export function onSignInAgain(listener: Listener): () => void {
  signIns.add(listener);
  return () => signIns.delete(listener);
}

/** Whether the session has ended and nobody has signed in again. Until then, only user actions send requests. */
export function isSessionOver(): boolean {
  return endedMs !== undefined;
}

/** Reports that the person has signed in again, which resumes pending work. */
export function notifySignInAgain(): void {
  signedInAgainMs = Date.now();
  endedMs = undefined;
  markSessionOver(false);
  for (const listener of signIns) listener();
}

/**
 * Reports the end of the session, unless the refusal was about a code or password, or the request belonged to an
 * earlier session.
 */
async function notifySessionEnd(refusal: Response, sentMs: number): Promise<void> {
  const { code } = (await refusal.json().catch(() => ({}))) as { code?: string };
  if (code === "invalid_code" || code === "invalid_credentials" || sentMs < signedInAgainMs) return;
  endedMs ??= Date.now();
  markSessionOver(true);
  for (const listener of sessionEnds) listener();
}

/** The first request of a page. public/theme.js sends it before the modules have loaded. */
interface Early {
  url: string;
  sentMs: number;
  /** Set when the reply has arrived. */
  receivedMs?: number;
  reply: Promise<Response>;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var early: Early | undefined;
}

/** Maps replies to their early requests, which know when they were sent and answered. */
const earlyTimes = new WeakMap<Response, Early>();

let isElsewhere = false;

/**
 * Whether the last reply came from something other than Stint, such as the sign-in page of a proxy or of a public
 * network.
 */
export function isAnsweredElsewhere(): boolean {
  return isElsewhere;
}

/**
 * Sends a request. A reply that doesn't come from Stint counts as no reply, so a write is sent again later, except if a
 * proxy finds the request too large, because it will again.
 */
async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchOrEarly(url, init);
  const { status } = response;
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true && status < 500;
  isElsewhere = (isPage && !tooLarge.has(status)) || response.type === "opaqueredirect";
  if (isElsewhere) throw new TypeError("The reply is not from Stint.");
  return response;
}

/** If public/theme.js has already requested this URL, uses that reply, once and only while it is fresh. */
async function fetchOrEarly(url: string, given: RequestInit): Promise<Response> {
  // Bypasses the browser's HTTP cache, because its contents would outlive a sign-out.
  const init: RequestInit = { ...given, cache: "no-store" };
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

/**
 * The dashboard's only SDK client. It authenticates with the session cookie and spaces its requests to stay below the
 * rate limit.
 */
export const stint = new Stint({
  waitForRateLimit: true,
  onRateLimit: noteRateLimit,
  timeoutMs: 20_000,
  fetch: send,
  onRequest: ({ headers }) => void sentAt.set(headers, Date.now()),
  onResponse(response, { headers, url }) {
    const early = earlyTimes.get(response);
    const receivedMs = early?.receivedMs ?? Date.now();
    const sentMs = early?.sentMs ?? sentAt.get(headers) ?? receivedMs;
    clock.observe(response.headers.get("date"), sentMs, receivedMs);
    if (!new URL(url).pathname.startsWith("/v1/")) return;
    if (response.status === 401) void notifySessionEnd(response.clone(), sentMs);
    // A successful reply to a request sent after the session's end means that the person has signed in again, for
    // example in another tab.
    else if (response.ok && endedMs !== undefined && sentMs > endedMs) notifySignInAgain();
  },
});
