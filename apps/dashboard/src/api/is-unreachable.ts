import { ApiError, ConnectionError } from "@stint/sdk";

/** Whether there was no reply, or one from a server or proxy that is temporarily unavailable. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
