import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createLanes } from "#platform/concurrency/lanes.ts";
import type { TextSource } from "#platform/egress/get-text.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { dayMs } from "#platform/day-starts.ts";
import type { Said } from "./calendar-worker.ts";
import type { CalendarContent } from "./list-events.ts";

export interface CalendarRequest {
  /** Used to schedule reads fairly between organizations. */
  orgId: string;
  address: URL;
  timeZone: string;
  email: string;
  now: Date;
}

export interface CalendarReader {
  /** Reads the events around `now`. Throws an `UnreadableError`, or 503 if too many reads are queued. */
  read(request: CalendarRequest): Promise<CalendarContent>;
  /** Aborts all reads. */
  close(): Promise<void>;
}

export interface CalendarReaderOptions {
  allowPrivate: boolean;
  userAgent: string;
  /** How long listing the events of one calendar may take. */
  parseMs?: number;
  timeoutMs?: number;
}

/** The same for every failure, so that members cannot find out what listens where in the server's network. */
export class InnerAddressError extends UnreadableError {
  constructor(allowPrivate: boolean, cause: UnreadableError) {
    super(
      allowPrivate
        ? "it leads to a private network address, where no calendar could be read"
        : "it leads to a private network address, where this server reads no calendars",
      { cause },
    );
  }
}

/** Reads events from `pastMs` before now until `futureMs` after now. */
const pastMs = 92 * dayMs;
const futureMs = 32 * dayMs;
const maxBytes = 10_000_000;
const maxHeapMb = 160;

/**
 * Reads calendars from URLs that members entered. A worker thread lists the events with limits on time and memory,
 * because a small file can describe any number of events.
 */
export function createCalendarReader(options: CalendarReaderOptions): CalendarReader {
  const { allowPrivate, userAgent, parseMs = 5_000, timeoutMs = 20_000 } = options;
  const requests = createLanes({ ofEach: 2, inAll: 6, maxWaiting: 20 });
  const threads = createLanes({ ofEach: 1, inAll: 1, maxWaiting: 20 });
  const stopped = new AbortController();
  let source: Promise<TextSource> | undefined;

  /** Loads undici only when a calendar is first read. */
  async function openSource(): Promise<TextSource> {
    const { createTextSource } = await import("#platform/egress/get-text.ts");
    return createTextSource({
      allowPrivate,
      userAgent,
      accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
      maxBytes,
      timeoutMs,
    });
  }

  async function readEvents({ orgId, address, timeZone, email, now }: CalendarRequest, onInner: () => void) {
    const text = await requests.run(orgId, async () =>
      (await (source ??= openSource())).get(address, stopped.signal, onInner),
    );
    const given = { text, timeZone, email, from: now.getTime() - pastMs, to: now.getTime() + futureMs };
    return threads.run(orgId, () => listInThread(given, parseMs, stopped.signal));
  }

  return {
    async read(asked) {
      let isInner = false;
      try {
        return await readEvents(asked, () => (isInner = true));
      } catch (error) {
        throw isInner && error instanceof UnreadableError ? new InnerAddressError(allowPrivate, error) : error;
      }
    },
    async close() {
      stopped.abort();
      await (await source)?.close();
    },
  };
}

async function listInThread(given: object, parseMs: number, stopped: AbortSignal): Promise<CalendarContent> {
  const worker = new Worker(new URL("calendar-worker.ts", import.meta.url), {
    workerData: given,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const limit = AbortSignal.timeout(parseMs);
  try {
    const [said] = (await once(worker, "message", { signal: AbortSignal.any([limit, stopped]) })) as [Said];
    if ("content" in said) return said.content;
    throw new UnreadableError(said.fault);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    if (limit.aborted)
      throw new UnreadableError(
        `its events could not be listed within ${parseMs / 1000} s; one of them may repeat without end`,
      );
    if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY")
      throw new UnreadableError("it has too many events to be read");
    throw error;
  } finally {
    await worker.terminate();
  }
}
