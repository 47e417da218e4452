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
  | "service"
  | "public address";

export interface Finding {
  area: Area;
  /** A note is worth knowing, or says what could not be checked; only `bad` fails the check. */
  status: "good" | "note" | "bad";
  message: string;
  /** How to mend it; null if nothing has to be done. */
  mend: string | null;
}

/** Makes the findings of an area. */
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

/** The failure of a request or connection, without its stack: with the causes of a failed fetch or of several addresses. */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined && errors.length > 0) return [...new Set(errors.map(reasonOf))].join("; ");
  if (cause !== undefined) return reasonOf(cause);
  return message || code || String(error);
}
