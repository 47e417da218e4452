import type { Socket } from "node:net";
import { isPlain } from "#platform/plain-way.ts";

/**
 * Node's parser of a connection: it calls `onIncoming` for each request, and stops with an error if that returns -1.
 */
interface Parser {
  onIncoming: () => number;
}

/** Undefined if this version of Node keeps its parser elsewhere, or with `STINT_PLAIN=1`. */
function parserOf(socket: Socket): Parser | undefined {
  const { parser } = socket as Socket & { parser?: Partial<Parser> };
  return isPlain || typeof parser?.onIncoming !== "function" ? undefined : (parser as Parser);
}

export function canStopParsing(socket: Socket): boolean {
  return parserOf(socket) !== undefined;
}

/**
 * Stops in the middle of a read, with a `clientError` for the next request. If that is impossible, the requests that
 * have arrived are still parsed, and the caller has to ignore them.
 */
export function stopParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (parser !== undefined) parser.onIncoming = () => -1;
}
