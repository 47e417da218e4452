import { deepest } from "#platform/http/contract/json-body.ts";

/** A JSON-RPC error reply to a faulty request. */
export interface Fault {
  status: number;
  body: object;
}

export function fault(status: number, code: number, message: string): Fault {
  return { status, body: { jsonrpc: "2.0", id: null, error: { code, message } } };
}

/** A message contains the body of an operation, a few levels deep. */
const deepestMessage = 2 * deepest;

/**
 * Parses the body of a request. Refuses invalid JSON, and nesting deep enough to exhaust the stack of the protocol's
 * implementation, which checks everything else.
 */
export function readMessage(bytes: Buffer | undefined): { value: unknown } | { fault: Fault } {
  if (bytes === undefined)
    return { fault: fault(400, -32700, "Parse error: the request has no body. Send a JSON-RPC message.") };
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return { fault: fault(400, -32700, "Parse error: the body is not valid JSON in UTF-8. Send a JSON-RPC message.") };
  }
  if (depthOf(text) > deepestMessage)
    return {
      fault: fault(
        400,
        -32600,
        `Invalid request: the message is nested deeper than ${deepestMessage} levels. Send a flatter one.`,
      ),
    };
  return { value };
}

/** Returns the nesting depth of a text that is valid JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) most = Math.max(most, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return most;
}
