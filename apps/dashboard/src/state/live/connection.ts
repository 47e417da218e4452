import type { ClosedStream, OpenedStream, StreamedEvent } from "@stint/sdk";
import { createEventStream } from "#api/connection/event-stream.ts";
import { takeStaleFlag } from "#api/kept/kept-queries.ts";
import { refreshAll } from "#api/queries.ts";
import { createCopySync, type LiveCopy } from "./copy-sync.ts";

/** If a stream takes longer than this to open, the copies are read without it, and again once it opens. */
const openingMs = 5_000;

/** Opens the event stream. Reads the copies again if events may have been missed, and when opening takes too long. */
export function createConnection(copies: readonly LiveCopy[], onEvent: (event: StreamedEvent) => void) {
  const stream = createEventStream({ onOpen, onClose, onEvent });
  const sync = createCopySync(copies, stream.cursor);
  let wasOpen = false;
  let opening: ReturnType<typeof setTimeout> | undefined;

  function onOpen({ isResumed }: OpenedStream): void {
    endOpening();
    const isGap = sync.isNeeded() || !isResumed;
    if (isGap) void sync.run();
    // Leaves the queries alone when the stream first opens, because they have just been read, unless they returned
    // stored replies.
    if (takeStaleFlag() || (isGap && wasOpen)) void refreshAll();
    wasOpen = true;
  }

  function onClose({ isByServer }: ClosedStream): void {
    // The server may have closed the stream because the person's rights changed, so the copies are read again.
    if (isByServer) sync.require();
    if (endOpening()) void sync.run();
  }

  function endOpening(): boolean {
    const isOpening = opening !== undefined;
    clearTimeout(opening);
    opening = undefined;
    return isOpening;
  }

  return {
    sync,
    isOpen: stream.isOpen,
    isTrying: stream.isTrying,

    /**
     * Opens the stream at the stored `cursor`, if there is one. Reads the copies if the stream takes too long to open.
     */
    open(cursor?: string): void {
      endOpening();
      void stream.open(cursor);
      opening = setTimeout(() => endOpening() && void sync.run(), openingMs);
    },

    /** Opens the stream without a timeout, because the poll that calls this has read the copies. */
    reopen: (): void => void stream.open(),

    close(): void {
      endOpening();
      stream.close();
    },
  };
}
