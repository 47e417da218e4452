import { plainTlsText } from "#platform/text.ts";

export type Area =
  | "settings"
  | "files"
  | "disks"
  | "database"
  | "clock"
  | "secret key"
  | "backups"
  | "groups"
  | "mail"
  | "OpenID"
  | "way out"
  | "service"
  | "public address";

export interface Finding {
  area: Area;
  /** A `note` is useful to know, or says that something could not be checked. Only `bad` makes the check fail. */
  status: "good" | "note" | "bad";
  message: string;
  /** How to fix the problem; null if there is nothing to do. */
  mend: string | null;
}

export function findingsOf(area: Area) {
  return {
    good: (message: string): Finding => ({ area, status: "good", message, mend: null }),
    note: (message: string, mend: string | null = null): Finding => ({ area, status: "note", message, mend }),
    bad: (message: string, mend: string): Finding => ({ area, status: "bad", message, mend }),
  };
}

export function inMb(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}

/**
 * Returns the reason why a request or connection failed, without a stack: the cause of a failed fetch, or the errors of
 * all addresses that were tried.
 */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined && errors.length > 0) return [...new Set(errors.map(reasonOf))].join("; ");
  if (cause !== undefined) return reasonOf(cause);
  return plainTlsText(message) || code || String(error);
}
