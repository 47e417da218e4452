import { ApiError, ConnectionError } from "@stint/sdk";
import type { Catalogue } from "#text/catalogue.ts";

/** The message for a failed call: the server's own words, which say what is wrong and how to mend it. */
export function explainError(error: unknown, text: Catalogue): string {
  if (error instanceof ConnectionError) return text.account.serverSilent;
  return error instanceof ApiError ? error.detail : String(error);
}

/** The errors of a form's fields, by the name of the field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map(({ pointer, message }) => [pointer.slice(1), message]));
}
