import type { Socket } from "node:net";
import { isPlain } from "#platform/process/plain-way.ts";

/**
 * Node's HTTP parser of a connection. It calls `onIncoming` for each request, and stops with an error if that returns
 * -1.
 */
interface Parser {
  onIncoming: () => number;
}

/** Returns the connection's parser; undefined if this version of Node keeps it elsewhere, or with `STINT_PLAIN=1`. */
function parserOf(socket: Socket): Parser | undefined {
  const { parser } = socket as Socket & { parser?: Partial<Parser> };
  return isPlain || typeof parser?.onIncoming !== "function" ? undefined : (parser as Parser);
}

export function canStopParsing(socket: Socket): boolean {
  return parserOf(socket) !== undefined;
}

/**
 * Stops the parser in the middle of a read, with a `clientError` for the next request. Where that is impossible,
 * requests that have already arrived are still parsed, and the caller must ignore them.
 */
export function stopParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (parser !== undefined) parser.onIncoming = () => -1;
}
