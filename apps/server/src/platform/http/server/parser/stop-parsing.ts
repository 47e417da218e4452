import type { Socket } from "node:net";
import { isPlain } from "#platform/process/plain-way.ts";

/**
 * Stops Node's parser of a connection in the middle of a read, with a `clientError` for the next request. Returns false
 * if this version of Node keeps the parser elsewhere, or with `STINT_PLAIN=1`: then requests that have already arrived
 * are still parsed, and the caller must ignore them.
 */
export function stopParsing(socket: Socket): boolean {
  const { parser } = socket as Socket & { parser?: { onIncoming?: () => number } };
  if (isPlain || typeof parser?.onIncoming !== "function") return false;
  parser.onIncoming = () => -1;
  return true;
}
