import type { ClosedStream, OpenedStream, StreamedEvent } from "@stint/sdk";
import { stint } from "./client.ts";

/** After a longer absence, reading the changes is cheaper than replaying the missed events. */
export const longestAbsenceMs = 10 * 60_000;

/** A position in the event stream, and the device time at which it was the latest. */
export interface StreamPosition {
  cursor: string;
  atMs: number;
}

interface Listener {
  onOpen: (connection: OpenedStream) => void;
  onClose: (connection: ClosedStream) => void;
  onEvent: (event: StreamedEvent) => void;
}

/** After `close`, the next `open` resumes after the last event. */
export function createEventStream({ onOpen, onClose, onEvent }: Listener) {
  let current: AbortController | undefined;
  let isOpen = false;
  let lastEventId: string | undefined;
  let closedMs = 0;

  function noteEnd(): void {
    if (isOpen) closedMs = Date.now();
    isOpen = false;
  }

  function close(): void {
    noteEnd();
    current?.abort();
    current = undefined;
  }

  /** Resumes after the last event, or after a `cursor` that an earlier page stored. */
  async function open(cursor?: string): Promise<void> {
    close();
    const own = new AbortController();
    current = own;
    if (Date.now() - closedMs > longestAbsenceMs) lastEventId = cursor;
    const events = stint.events.stream({
      lastEventId,
      signal: own.signal,
      onOpen(connection) {
        isOpen = true;
        lastEventId = connection.cursor;
        onOpen(connection);
      },
      onClose(connection) {
        noteEnd();
        onClose(connection);
      },
    });
    try {
      for await (const event of events) {
        lastEventId = event.cursor;
        onEvent(event);
      }
    } catch {
      if (current !== own) return;
      // The server will never accept this position again, for example because it has expired. The next attempt starts
      // from now.
      lastEventId = undefined;
      close();
      onClose({ isByServer: false });
    }
  }

  return {
    open,
    close,
    isOpen: () => isOpen,
    cursor: () => (isOpen ? lastEventId : undefined),
    isTrying: () => current !== undefined,
  };
}
