import type { ErrorCode } from "@stint/sdk";
import { replies } from "./replies.ts";

/**
 * Translations that replace the server's messages. English has hardly any, because the server's messages are English and
 * more specific. Other languages have a text for every code that people can meet.
 */
export const refusals: {
  /** By the reply's error code. */
  replies: Partial<Record<ErrorCode, string>>;
  /** By a field's error code. `other` stands for the rest. */
  fields: Record<string, string>;
  /** Appended to the text of a field's error code if the server names a limit. */
  limits: { least?: (limit: string) => string; most?: (limit: string) => string };
  /** For replies without a code, such as a proxy's. */
  other?: string;
} = {
  replies,
  fields: {},
  limits: {},
};
