import type { ErrorCode } from "@stint/sdk";

/** Sentences in place of the server's, which are English and say more: so here there are none. */
export const refusals: {
  /** By the code of the reply. */
  replies: Partial<Record<ErrorCode, string>>;
  /** By the code of a field's error. */
  fields: Record<string, string>;
  /** By the code of a field's error, where the server's words name a limit or a form. */
  fieldsWith: Record<string, (words: string) => string>;
} = { replies: {}, fields: {}, fieldsWith: {} };
