import type { ErrorCode } from "@stint/sdk";

/**
 * Translations that replace the server's messages. English has hardly any, because the server's messages are English and
 * more specific.
 */
export const refusals: {
  /** By the reply's error code. */
  replies: Partial<Record<ErrorCode, string>>;
  /** By the reply's error code, where the server's message names a number or a setting. */
  repliesWith: Partial<Record<ErrorCode, (words: string) => string>>;
  /** By a field's error code. */
  fields: Record<string, string>;
  /** By a field's error code, where the server's message names a limit or a format. */
  fieldsWith: Record<string, (words: string) => string>;
} = {
  replies: {
    idempotency_mismatch:
      "An earlier attempt has succeeded, although its reply was lost. Close the form and look at the result.",
    unrated_entries: "Some entries have no rate. Set one and reprice them, or bill these entries at 0.",
  },
  repliesWith: {},
  fields: {},
  fieldsWith: {},
};
