// Keeps the copies of server objects and the queries up to date while the page is visible.
//
//   connection      the event stream, and when its gaps make a read necessary (connection.ts)
//   copy sync       reads the changes that no event reported (copy-sync.ts)
//   event applier   applies events to the copies and invalidates queries (event-applier.ts)
//   other tabs      are notified when this tab is shown, and of who is signed in
//
// Events carry the changed objects, so the server is asked only after a gap (when a stream doesn't continue where the
// last one ended, on this page or an earlier one) and every 30 seconds while no stream is open.
import { isSessionOver, onSessionEnd, onSignInAgain, notifySignInAgain } from "#api/connection/client.ts";
import { longestAbsenceMs } from "#api/connection/event-stream.ts";
import { createConnection } from "./connection.ts";
import type { LiveCopy } from "./copy-sync.ts";
import { createEventApplier } from "./event-applier.ts";

/** The person and the organization whose data the page shows. */
interface Person {
  userId: string;
  organizationId: string;
}

const pollMs = 30_000;
const hiddenMs = 5 * 60_000;

/**
 * Follows the changes on the server; returns the stop function. `leave` runs before the page reloads for another
 * person.
 */
export function followLive(
  { userId, organizationId }: Person,
  copies: readonly LiveCopy[],
  leave: () => Promise<void>,
): () => void {
  // Tabs share the session cookie, so they compare this value to detect that another tab signed in as someone else.
  const signedIn = `${userId} ${organizationId}`;
  const ender = new AbortController();
  const ended = { signal: ender.signal };
  const otherTabs = new BroadcastChannel("stint-live");
  const connection = createConnection(copies, createEventApplier(copies, userId));
  const { sync } = connection;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  /** Continues from the stored position. The next poll reads the changes that no event reports. */
  async function begin(): Promise<void> {
    const positions = await Promise.all(copies.map((copy) => copy.readPosition()));
    if (ender.signal.aborted || connection.isTrying()) return;
    const known = positions.filter((position) => position !== undefined);
    const earliest = known.toSorted((left, right) => left.atMs - right.atMs)[0];
    const absenceMs = Math.abs(Date.now() - (earliest?.atMs ?? -Infinity));
    if (known.length < copies.length || absenceMs > longestAbsenceMs) {
      connection.open();
      return;
    }
    sync.postpone(pollMs / 2);
    connection.open(earliest?.cursor);
  }

  function followVisibility(): void {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") {
      hiding = setTimeout(connection.close, hiddenMs);
      return;
    }
    // Without HTTP/2, a browser allows only six connections for all tabs, so hidden tabs close theirs.
    otherTabs.postMessage("shown");
    if (isSessionOver()) return;
    if (!connection.isTrying()) connection.open();
    else if (sync.isDue()) void sync.run();
  }

  function poll(): void {
    if (isSessionOver() || document.visibilityState === "hidden") return;
    if (!connection.isOpen() || sync.isDue()) void sync.run();
    if (!connection.isTrying()) connection.reopen();
  }

  function onTabMessage({ data }: MessageEvent<string>): void {
    if (data === "shown") {
      if (document.visibilityState === "hidden") connection.close();
    } else if (data !== signedIn) {
      // Another person or organization is signed in now; this page would send its queue on their behalf.
      void leave().finally(() => location.reload());
    } else if (isSessionOver()) notifySignInAgain();
  }

  const polling = setInterval(poll, pollMs);
  // Connects at once, because the stream's own retry could take up to 30 seconds.
  addEventListener(
    "online",
    () => document.visibilityState === "visible" && !isSessionOver() && connection.open(),
    ended,
  );
  // Closes the stream when the session ends; otherwise it would reconnect forever.
  const endSessionEnds = onSessionEnd(connection.close);
  const endSignIns = onSignInAgain(() => {
    otherTabs.postMessage(signedIn);
    followVisibility();
  });
  addEventListener("focus", followVisibility, ended);
  document.addEventListener("visibilitychange", followVisibility, ended);
  otherTabs.addEventListener("message", onTabMessage, ended);
  // Notifies the other tabs, because this page may be the first one after a sign-in.
  otherTabs.postMessage(signedIn);
  if (document.visibilityState === "visible") void begin();
  else void sync.run();
  return () => {
    clearInterval(polling);
    clearTimeout(hiding);
    ender.abort();
    endSessionEnds();
    endSignIns();
    otherTabs.close();
    connection.close();
  };
}
