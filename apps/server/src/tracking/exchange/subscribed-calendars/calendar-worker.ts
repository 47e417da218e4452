import { parentPort, workerData } from "node:worker_threads";
import { decodeText, type RawText } from "#platform/egress/decode-text.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { type CalendarContent, listEvents, type ReadingOptions } from "./list-events.ts";
import { unfold } from "./icalendar/read-components.ts";

/** The `workerData` of the thread. */
export interface Given extends ReadingOptions {
  raw: RawText;
}
export type Said = { content: CalendarContent } | { fault: string };

function answer({ raw, ...options }: Given): Said {
  try {
    return { content: listEvents(decodeText({ ...raw, bytes: unfold(raw.bytes) }), options) };
  } catch (error) {
    if (error instanceof UnreadableError) return { fault: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(workerData as Given));
