import { AuthenticationError } from "@stint/sdk";

/**
 * Ignores the error of an ended session. The sign-in prompt reports it, and everything is refetched after the sign-in.
 */
export function leaveToPrompt(error: unknown): void {
  if (!(error instanceof AuthenticationError)) throw error;
}
