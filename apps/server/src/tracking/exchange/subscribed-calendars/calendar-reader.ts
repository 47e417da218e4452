import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createLanes, tooManyWaiting } from "#platform/concurrency/lanes.ts";
import type { TextSource } from "#platform/egress/get-text.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import type { Proxies } from "#platform/egress/way-out.ts";
import type { Given, Said } from "./calendar-worker.ts";
import { futureMs, maxBytes, maxHeldBytes, pastMs, reading, smallBytes } from "./limits.ts";
import type { CalendarContent } from "./list-events.ts";

export interface CalendarRequest {
  /** Used to schedule reads fairly between organizations. */
  orgId: string;
  address: URL;
  timeZone: string;
  email: string;
  now: Date;
}

export interface CalendarReaderOptions {
  allowPrivate: boolean;
  proxies?: Proxies | undefined;
  userAgent: string;
  /** The maximum CPU time for listing one calendar's events, which does not depend on the load of the machine. */
  computeMs?: number;
  /** The maximum memory for listing one calendar's events. */
  heapMb?: number;
  timeoutMs?: number;
}

/**
 * The message is the same for every failure, so that members cannot find out what listens where in the server's
 * network.
 */
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

/** How often the computing time of the thread is measured. */
const measureMs = 100;

export type CalendarReader = ReturnType<typeof createCalendarReader>;

/**
 * Reads calendars from URLs that members entered. The source downloads a file over a connection that refuses forbidden
 * addresses. A worker thread lists the events (`reading/`) with limits on steps, time and memory, because a small file
 * can describe any number of events. A calendar's events are stored as one value, which each read replaces.
 */
export function createCalendarReader(options: CalendarReaderOptions) {
  const { allowPrivate, proxies, userAgent, computeMs = 10_000, heapMb = 200, timeoutMs } = options;
  const reads = createLanes(reading);
  // Every read may wait for the thread.
  const threads = createLanes({ ofEach: 1, inAll: 1, maxWaiting: reading.inAll });
  let heldBytes = 0;
  const stopped = new AbortController();
  let source: Promise<TextSource> | undefined;

  /** Loads undici only when a calendar is first read. */
  async function openSource(): Promise<TextSource> {
    const { createTextSource } = await import("#platform/egress/get-text.ts");
    return createTextSource({
      allowPrivate,
      proxies,
      userAgent,
      accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
      maxBytes,
      ...(timeoutMs && { timeoutMs }),
    });
  }

  async function readEvents({ orgId, address, timeZone, email, now }: CalendarRequest, onInner: () => void) {
    let ownBytes = 0;
    const onBytes = (bytes: number) => {
      ownBytes += bytes;
      heldBytes += bytes;
      if (ownBytes > smallBytes && heldBytes > maxHeldBytes) throw tooManyWaiting();
    };
    try {
      const raw = await (await (source ??= openSource())).get(address, { signal: stopped.signal, onInner, onBytes });
      const given = { raw, timeZone, email, from: now.getTime() - pastMs, to: now.getTime() + futureMs };
      return await threads.run(orgId, () => listInThread(given, { computeMs, heapMb }, stopped.signal));
    } finally {
      heldBytes -= ownBytes;
    }
  }

  return {
    /** Reads the events around `now`. Throws an `UnreadableError`, or 503 if too many reads are queued. */
    async read(asked: CalendarRequest): Promise<CalendarContent> {
      let isInner = false;
      try {
        return await reads.run(asked.orgId, () => readEvents(asked, () => (isInner = true)));
      } catch (error) {
        throw isInner && error instanceof UnreadableError ? new InnerAddressError(allowPrivate, error) : error;
      }
    },
    /** Aborts all reads. */
    async close() {
      stopped.abort();
      await (await source)?.close();
    },
  };
}

async function listInThread(
  given: Given,
  { computeMs, heapMb }: { computeMs: number; heapMb: number },
  stopped: AbortSignal,
): Promise<CalendarContent> {
  const worker = new Worker(new URL("calendar-worker.ts", import.meta.url), {
    workerData: given,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const limit = new AbortController();
  const timer = setInterval(() => {
    worker.cpuUsage().then(
      ({ user, system }) => user + system > computeMs * 1_000 && limit.abort(),
      () => undefined,
    );
  }, measureMs);
  try {
    const [said] = (await once(worker, "message", { signal: AbortSignal.any([limit.signal, stopped]) })) as [Said];
    if ("content" in said) return said.content;
    throw new UnreadableError(said.fault);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    if (limit.signal.aborted)
      throw new UnreadableError(
        `listing its events takes more than ${computeMs / 1000} s of computing time; publish a part with fewer events and repetitions`,
      );
    if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY")
      throw new UnreadableError(
        `listing its events takes more than ${heapMb} MB of memory; publish a part with fewer events`,
      );
    throw error;
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}
