import { AuthenticationError } from "@stint/sdk";

/** Takes the error of a session that has ended: its prompt tells it, and everything is read after the sign-in. */
export function leaveToPrompt(error: unknown): void {
  if (!(error instanceof AuthenticationError)) throw error;
}
