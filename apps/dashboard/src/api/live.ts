import type { Me, StreamedEvent } from "@stint/sdk";
import { createBell } from "./bell.ts";
import { isSessionOver, onSessionEnd, onSignInAgain, stint, tellSignInAgain } from "./client.ts";
import { takeOutdated } from "./kept-queries.ts";
import { leaveToPrompt } from "./leave-to-prompt.ts";
import { queryClient } from "./queries.ts";
import type { Tracking, View } from "./tracking/tracking.ts";

const pollMs = 30_000;
const hiddenMs = 5 * 60_000;

/** The queries that an event of a kind may have changed. */
const queriesOf: Record<string, readonly string[]> = {
  time_entry: ["reports"],
  timer: ["timers"],
  project: ["projects", "tasks", "reports"],
  task: ["tasks", "reports"],
  client: ["clients"],
  member: ["members", "me"],
  period: ["organization", "me"],
  budget: ["projects", "reports"],
};

/**
 * Keeps the copy and the queries as they are at the server while the page is shown: the stream of events rings, and then
 * what may have changed is read. Without a stream it is read every 30 seconds. Returns what ends it.
 */
export function followLive(tracking: Tracking, { user, organization }: Me): () => void {
  // Tabs share the cookie of the session.
  const signedIn = `${user.id} ${organization.id}`;
  const ring = createBell<string>(
    async (names) => {
      if (names.has("tracking")) await tracking.refresh().catch(leaveToPrompt);
      for (const name of names) if (name !== "tracking") void queryClient.invalidateQueries({ queryKey: [name] });
    },
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  );
  const ender = new AbortController();
  const ended = { signal: ender.signal };
  const otherTabs = new BroadcastChannel("stint-live");
  let stream: AbortController | undefined;
  let isOpen = false;
  let wasOpen = false;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function onOpen(): void {
    isOpen = true;
    ring("tracking");
    // Before the first opening everything was just read, unless it was only kept on the device.
    if (takeOutdated() || wasOpen) void queryClient.invalidateQueries();
    wasOpen = true;
  }

  function onEvent({ type, data }: StreamedEvent): void {
    const kind = type.slice(0, type.indexOf("."));
    for (const name of queriesOf[kind] ?? []) ring(name);
    if (kind === "period" || isNews(type, data.object as Shown, user.id, tracking.getView())) ring("tracking");
  }

  function close(): void {
    stream?.abort();
    stream = undefined;
    isOpen = false;
  }

  async function open(): Promise<void> {
    close();
    const own = new AbortController();
    stream = own;
    try {
      for await (const event of stint.events.stream({ signal: own.signal, onOpen })) onEvent(event);
    } catch {
      // Refused, which the next poll tries again, or closed here.
      if (stream === own) close();
    }
  }

  function look(): void {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") {
      hiding = setTimeout(close, hiddenMs);
      return;
    }
    // Without HTTP/2 a browser has six connections for all tabs: those behind this one give theirs back.
    otherTabs.postMessage("shown");
    if (isSessionOver()) return;
    if (stream === undefined) void open();
    ring("tracking");
  }

  function poll(): void {
    if (isOpen || isSessionOver() || document.visibilityState === "hidden") return;
    ring("tracking");
    if (stream === undefined) void open();
  }

  const polling = setInterval(poll, pollMs);
  // Waiting for the next attempt would take up to half a minute.
  addEventListener("online", () => document.visibilityState === "visible" && !isSessionOver() && void open(), ended);
  // The stream would try to connect again by itself.
  const endSessionEnds = onSessionEnd(close);
  const endSignIns = onSignInAgain(() => {
    otherTabs.postMessage(signedIn);
    look();
  });
  addEventListener("focus", look, ended);
  document.addEventListener("visibilitychange", look, ended);
  otherTabs.addEventListener(
    "message",
    ({ data }) => {
      if (data === "shown") {
        if (document.visibilityState === "hidden") close();
      } else if (data !== signedIn) {
        // Another person, or another organization: sent from here, what waits would be written as theirs.
        void tracking.close().finally(() => location.reload());
      } else if (isSessionOver()) tellSignInAgain();
    },
    ended,
  );
  // This page may be the first after a sign-in.
  otherTabs.postMessage(signedIn);
  if (document.visibilityState === "visible") void open();
  return () => {
    clearInterval(polling);
    clearTimeout(hiding);
    ender.abort();
    endSessionEnds();
    endSignIns();
    otherTabs.close();
    close();
  };
}

interface Shown {
  id?: string;
  userId?: string;
  version?: number;
  startedAt?: string;
}

/** Tells whether an event tells of the person's time what is not shown already: one's own writes ring too. */
function isNews(type: string, { id, userId, version = 0, startedAt }: Shown, person: string, view: View): boolean {
  if (userId !== person) return false;
  const runs = view.timer !== null && Date.parse(view.timer.startedAt) === Date.parse(startedAt ?? "");
  if (type === "timer.started") return !runs;
  if (type === "timer.stopped") return runs;
  if (!type.startsWith("time_entry.")) return false;
  const known = view.entries.find((entry) => entry.id === id);
  return type === "time_entry.deleted" ? known !== undefined : (known?.version ?? -1) < version;
}
