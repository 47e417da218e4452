import { parentPort, workerData } from "node:worker_threads";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { type CalendarContent, listEvents, type ReadingOptions } from "./list-events.ts";

/** The `workerData` of the thread. */
export interface Given extends ReadingOptions {
  text: string;
}
export type Said = { content: CalendarContent } | { fault: string };

function answer({ text, ...options }: Given): Said {
  try {
    return { content: listEvents(text, options) };
  } catch (error) {
    if (error instanceof UnreadableError) return { fault: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(workerData as Given));
