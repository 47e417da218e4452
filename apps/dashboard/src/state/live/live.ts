import { ApiError, type ClosedStream, type OpenedStream, type StreamedEvent, type Timesheet } from "@stint/sdk";
import { clock, isSessionOver, onSessionEnd, onSignInAgain, notifySignInAgain } from "#api/client.ts";
import { createEventStream, longestAbsenceMs, type StreamPosition } from "#api/event-stream.ts";
import { takeStaleFlag } from "#api/kept/kept-queries.ts";
import { queryClient } from "#api/queries.ts";
import { createThrottle } from "./throttle.ts";

/** A client-side copy of server objects that events keep up to date. */
export interface LiveCopy {
  /** The stream position up to which the device's copy is complete; undefined if unknown. */
  readPosition: () => Promise<StreamPosition | undefined>;
  /** Applies the objects in events and ignores other kinds. The same event may arrive more than once. */
  applyEvents: (events: readonly StreamedEvent[]) => void;
  /**
   * Reads the changes since the last read; returns false if the server is unreachable. `position` is the stream
   * position when the read starts; the copy stores it on the device with the result.
   */
  refresh: (position?: StreamPosition) => Promise<boolean>;
}

/** Whose data the page shows. */
interface Person {
  userId: string;
  organizationId: string;
}

const pollMs = 30_000;
const hiddenMs = 5 * 60_000;
/** If a stream takes longer than this to open, the copies are read without it, and again once it opens. */
const openingMs = 5_000;
/** Events that arrive within one frame are rendered together. */
const frameMs = 16;
/** A copy this old is read again. When a manager moves an entry to someone else, its former owner gets no event. */
const staleMs = 5 * 60_000;

/** The query keys that an event of each kind invalidates. */
const queriesOf: Record<string, readonly string[]> = {
  time_entry: ["reports"],
  timer: ["timers"],
  project: ["reports"],
  task: ["reports"],
  member: ["members", "me"],
  period: ["organization", "me"],
  budget: ["reports"],
  timesheet: ["timesheets"],
};

/** Whether an event may notify the person. Nobody is notified of a change that they made to a timesheet themselves. */
function mayNotify({ type, data }: StreamedEvent, userId: string): boolean {
  if (!type.startsWith("timesheet.")) return type.startsWith("budget.");
  const { submittedBy, decidedBy } = data.object as Timesheet;
  return (type === "timesheet.submitted" || type === "timesheet.withdrawn" ? submittedBy : decidedBy) !== userId;
}

/**
 * Keeps copies and queries up to date while the page is visible. Events carry the changed objects, so the server is
 * asked only after a gap (when a stream doesn't continue where the last one ended, on this page or an earlier one) and
 * every 30 seconds while no stream is open. `leave` runs before the page reloads for another person. Returns the stop
 * function.
 */
export function followLive(
  { userId, organizationId }: Person,
  copies: readonly LiveCopy[],
  leave: () => Promise<void>,
): () => void {
  const startedMs = clock.now();
  // Tabs share the session cookie, so they compare this value to detect that another tab signed in as someone else.
  const signedIn = `${userId} ${organizationId}`;
  const invalidate = createThrottle<string>(
    (names) => Promise.all([...names].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  );
  const ender = new AbortController();
  const ended = { signal: ender.signal };
  const otherTabs = new BroadcastChannel("stint-live");
  const stream = createEventStream({ onOpen, onClose, onEvent });
  let arrived: StreamedEvent[] = [];
  let needsSync = true;
  let isSyncing = false;
  /** Until this time, events alone keep the copies up to date. */
  let freshUntilMs = 0;
  let wasOpen = false;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  /** Reads all copies. If called during a read, repeats it, because that read may have begun before the gap. */
  async function sync(): Promise<void> {
    needsSync = true;
    if (isSyncing || isSessionOver()) return;
    isSyncing = true;
    try {
      while (needsSync) {
        needsSync = false;
        const cursor = stream.cursor();
        const position = cursor === undefined ? undefined : { cursor, atMs: Date.now() };
        const reached = await Promise.all(copies.map((copy) => copy.refresh(position)));
        if (reached.includes(false)) {
          needsSync = true;
          return;
        }
        freshUntilMs = Date.now() + staleMs;
      }
    } catch (error) {
      needsSync = true;
      // The next poll retries; if the session has ended, the next sign-in does.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      isSyncing = false;
    }
  }

  function onOpen({ isResumed }: OpenedStream): void {
    endOpening();
    const isGap = needsSync || !isResumed;
    if (isGap) void sync();
    // When the stream first opens, the queries have just been read, unless they returned stored replies.
    if (takeStaleFlag() || (isGap && wasOpen)) void queryClient.invalidateQueries();
    wasOpen = true;
  }

  function onClose({ isByServer }: ClosedStream): void {
    // The server may have closed the stream because the person's rights changed, so the copies are read again.
    if (isByServer) needsSync = true;
    if (endOpening()) void sync();
  }

  function endOpening(): boolean {
    const isOpening = opening !== undefined;
    clearTimeout(opening);
    opening = undefined;
    return isOpening;
  }

  function onEvent(event: StreamedEvent): void {
    if (arrived.push(event) === 1) setTimeout(applyArrived, frameMs);
  }

  function applyArrived(): void {
    const events = arrived;
    arrived = [];
    for (const copy of copies) copy.applyEvents(events);
    for (const event of events) {
      const { type } = event;
      for (const name of queriesOf[type.slice(0, type.indexOf("."))] ?? []) invalidate(name);
      // The count in `GET /me` already includes the notifications of replayed events.
      if (Date.parse(event.timestamp) > startedMs && mayNotify(event, userId)) invalidate("notices");
    }
  }

  /** Continues from the stored position. The next poll reads the changes that no event reports. */
  async function begin(): Promise<void> {
    const positions = await Promise.all(copies.map((copy) => copy.readPosition()));
    if (ender.signal.aborted || stream.isTrying()) return;
    const known = positions.filter((position) => position !== undefined);
    const earliest = known.toSorted((left, right) => left.atMs - right.atMs)[0];
    const absenceMs = Math.abs(Date.now() - (earliest?.atMs ?? -Infinity));
    if (known.length < copies.length || absenceMs > longestAbsenceMs) {
      connect();
      return;
    }
    needsSync = false;
    freshUntilMs = Date.now() + pollMs / 2;
    connect(earliest?.cursor);
  }

  function connect(cursor?: string): void {
    endOpening();
    void stream.open(cursor);
    opening = setTimeout(() => endOpening() && void sync(), openingMs);
  }

  function close(): void {
    endOpening();
    stream.close();
  }

  function followVisibility(): void {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") {
      hiding = setTimeout(close, hiddenMs);
      return;
    }
    // Without HTTP/2, a browser allows only six connections for all tabs, so hidden tabs close theirs.
    otherTabs.postMessage("shown");
    if (isSessionOver()) return;
    if (!stream.isTrying()) connect();
    else if (needsSync || Date.now() > freshUntilMs) void sync();
  }

  function poll(): void {
    if (isSessionOver() || document.visibilityState === "hidden") return;
    if (needsSync || !stream.isOpen() || Date.now() > freshUntilMs) void sync();
    if (!stream.isTrying()) void stream.open();
  }

  const polling = setInterval(poll, pollMs);
  // Connects at once, because the stream's own retry could take up to 30 seconds.
  addEventListener("online", () => document.visibilityState === "visible" && !isSessionOver() && connect(), ended);
  // Closes the stream when the session ends; otherwise it would reconnect forever.
  const endSessionEnds = onSessionEnd(close);
  const endSignIns = onSignInAgain(() => {
    otherTabs.postMessage(signedIn);
    followVisibility();
  });
  addEventListener("focus", followVisibility, ended);
  document.addEventListener("visibilitychange", followVisibility, ended);
  otherTabs.addEventListener(
    "message",
    ({ data }) => {
      if (data === "shown") {
        if (document.visibilityState === "hidden") close();
      } else if (data !== signedIn) {
        // Another person or organization is signed in now; this page would send its queue on their behalf.
        void leave().finally(() => location.reload());
      } else if (isSessionOver()) notifySignInAgain();
    },
    ended,
  );
  // Notifies the other tabs, because this page may be the first one after a sign-in.
  otherTabs.postMessage(signedIn);
  if (document.visibilityState === "visible") void begin();
  else void sync();
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
