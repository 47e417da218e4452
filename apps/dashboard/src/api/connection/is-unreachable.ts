import { ApiError, ConnectionError } from "@stint/sdk";

/** Whether there was no reply, or one from a server or proxy that is temporarily unavailable. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}

/** The statuses with which a server refuses a body, an address or headers above its limit. */
export const tooLarge: ReadonlySet<number> = new Set([413, 414, 431]);
