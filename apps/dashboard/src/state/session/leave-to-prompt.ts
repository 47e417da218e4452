import { AuthenticationError } from "@stint/sdk";

/** Ignores the error of an ended session, because the sign-in prompt reports it and signing in refetches everything. */
export function leaveToPrompt(error: unknown): void {
  if (!(error instanceof AuthenticationError)) throw error;
}
