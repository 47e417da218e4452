import { ApiError, ConnectionError } from "@stint/sdk";
import type { Catalogue } from "#text/catalogue.ts";

/** The message for a failed call: what is wrong and how to mend it, in the server's own words where the catalogue has none. */
export function explainError(error: unknown, text: Catalogue): string {
  if (error instanceof ConnectionError) return text.account.serverSilent;
  if (!(error instanceof ApiError)) return String(error);
  const sentence = error.code === undefined ? undefined : text.refusals.replies[error.code];
  return sentence ?? error.detail;
}

/** The errors of a form's fields, by the name of the field. */
export function fieldErrors(error: unknown, { refusals }: Catalogue): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, code, message }) => [
      pointer.slice(1),
      refusals.fields[code] ?? refusals.fieldsWith[code]?.(message) ?? message,
    ]),
  );
}
