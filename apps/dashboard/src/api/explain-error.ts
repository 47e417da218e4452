import { ApiError, ConnectionError } from "@stint/sdk";
import type { Catalogue } from "#i18n/catalogue.ts";

/**
 * The message for a failed call: what is wrong and how to fix it. Falls back to the server's text if the catalogue has
 * none.
 */
export function explainError(error: unknown, text: Catalogue): string {
  if (error instanceof ConnectionError) return text.account.serverSilent;
  if (!(error instanceof ApiError)) return String(error);
  const sentence = error.code === undefined ? undefined : text.refusals.replies[error.code];
  return sentence ?? error.detail;
}

/** Error messages by form field name. */
export function fieldErrors(error: unknown, { refusals }: Catalogue): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, code, message }) => [
      pointer.slice(1),
      refusals.fields[code] ?? refusals.fieldsWith[code]?.(message) ?? message,
    ]),
  );
}
