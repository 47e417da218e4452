import { ApiError, ConnectionError } from "@stint/sdk";

/** No reply, or the reply of a server or proxy that can't answer at the moment. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
