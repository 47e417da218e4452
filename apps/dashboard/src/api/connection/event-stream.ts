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

/** Creates an event stream that resumes after the last event when it is opened again after `close`. */
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

  /**
   * Resumes the stream after the last event. When first opened, or after a long absence, starts after `cursor` instead,
   * which an earlier page may have stored, or from now if there is no `cursor`.
   */
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
      // The server has refused this position for good, for example because it has expired, so the next attempt starts
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
