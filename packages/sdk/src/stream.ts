import type { CallOptions, Client } from "./client.ts";
import { ApiError, ConnectionError } from "./errors.ts";
import type { ListEventsQuery } from "./generated/events.ts";
import type { WebhookEvent } from "./generated/webhook-events.ts";

/** Options for opening an event stream. */
export interface StreamOptions extends Omit<CallOptions, "maxRetries"> {
  /**
   * The event types to receive. Default: all types that the caller is allowed to read. However, an API key gets
   * `audit.sealed` and the events of billing batches and timesheets only if they are listed here.
   */
  types?: ListEventsQuery["types"];
  /** Where to start: the `cursor` of an event, or the `resumeCursor` of a list of the same types. Default: now. */
  lastEventId?: string | undefined;
  /** Called for the first connection and for every reconnection. */
  onOpen?: ((connection: OpenedStream) => void) | undefined;
  /** Called when a connection ends or an attempt fails, before the next attempt. */
  onClose?: ((connection: ClosedStream) => void) | undefined;
}

/** Describes a connection that was opened. */
export interface OpenedStream {
  /**
   * Whether the connection resumes directly after the last event received. If not, it delivers only events from now on.
   */
  isResumed: boolean;
  /** The position at which the connection starts. Pass it as `lastEventId` to get the same events again. */
  cursor: string;
}

/** Describes a connection that has ended. */
export interface ClosedStream {
  /**
   * True if the server ended the connection because it is stopping or the caller's rights have changed; false if the
   * connection was lost or refused.
   */
  isByServer: boolean;
}

export type StreamedEvent = WebhookEvent & {
  /** Pass it as `lastEventId` to continue after this event. */
  cursor: string;
};

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
// The server sends a keep-alive comment every 15 seconds, so a longer silence means that the connection is lost.
const longestSilenceMs = 40_000;

/** Yields events as they happen. Reconnects after a lost connection and continues after the last event. */
export async function* streamEvents(
  client: Client,
  { types, lastEventId, onOpen, onClose, ...options }: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  let lastId = lastEventId;
  let retryMs = firstDelayMs;
  for (let failures = 0; ; failures++) {
    let askedMs = 0;
    let isByServer = false;
    let isOpen = false;
    const isResumed = lastId !== undefined;
    const ender = new AbortController();
    const end = () => ender.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", end, { once: true });
    try {
      options.signal?.throwIfAborted();
      const response = await client.file("/v1/events/stream", types && { types }, {
        ...options,
        headers: { ...options.headers, ...(lastId === undefined ? {} : { "last-event-id": lastId }) },
        maxRetries: 0,
        signal: ender.signal,
      });
      for await (const { id, data, retry } of readBlocks(response, ender)) {
        failures = 0;
        if (retry !== undefined) retryMs = Number(retry);
        const cursor = lastId ?? id;
        if (!isOpen && cursor !== undefined) {
          isOpen = true;
          onOpen?.({ isResumed, cursor });
        }
        if (id !== undefined) lastId = id;
        if (data !== undefined) yield { ...(JSON.parse(data) as WebhookEvent), cursor: lastId ?? "" };
      }
      isByServer = true;
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      if (!isPassing(error)) throw error;
      askedMs = error instanceof ApiError ? Number(error.headers.get("retry-after") ?? 0) * 1000 : 0;
    } finally {
      options.signal?.removeEventListener("abort", end);
      ender.abort();
    }
    onClose?.({ isByServer });
    const delayMs = Math.min(longestDelayMs, retryMs * 2 ** failures) * (1 - Math.random() / 2);
    await client.pause(Math.max(delayMs, askedMs || 0), options.signal);
  }
}

/** Whether the error is transient. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 408 || error.status === 429 || error.status >= 500;
  return error instanceof ConnectionError || error instanceof BrokenStream;
}

/** Thrown if the connection broke while the stream was read, or was silent for too long. */
class BrokenStream extends Error {}

async function* readBlocks(response: Response, ender: AbortController): AsyncGenerator<Record<string, string>, void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const tooLate = setTimeout(() => ender.abort(), longestSilenceMs);
    // Clear the timer after each read, because a pending timer would keep the process alive.
    const piece = await reader
      ?.read()
      .catch((cause: unknown) => {
        throw new BrokenStream("the stream was cut off", { cause });
      })
      .finally(() => clearTimeout(tooLate));
    if (piece?.value === undefined) return;
    const blocks = (rest + decoder.decode(piece.value, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks)
      yield Object.fromEntries(
        block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
  }
}
