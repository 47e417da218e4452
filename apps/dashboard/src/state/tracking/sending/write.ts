import type { ApiError, ErrorCode } from "@stint/sdk";
import type * as core from "@stint/offline/write.ts";
import type { EntryRule } from "#api/entry-rule.ts";

/** When and in which session a write was made. Used to find out whether the server has already applied the write. */
export interface Made extends core.Made {
  /** The session's id (`key.id` of `GET /me`); empty if it wasn't known. */
  session: string;
}

export interface Queued {
  /** The Idempotency-Key. */
  key: string;
  made: Made;
  write: core.Write;
  status: "waiting" | "sending" | "failed" | "conflict";
  /** The server's message, for a failed write. */
  error?: string;
  /** The faults that the server found in the parts of a failed write. */
  errors?: readonly ApiError["errors"][number][];
  /** The code of `error`, by which the dashboard finds the text in the person's language. */
  code?: ErrorCode | undefined;
  /** The organization's rules that a failed write breaks. */
  rules?: readonly EntryRule[];
  /** Whether the person has sent the write again after a refusal or conflict. */
  isRetried?: true;
  /** The reason for recording time later than the organization's rules allow. */
  lateReason?: string;
  /** In a conflict, the server's values by entry id. */
  theirs?: Record<string, Partial<core.EntryFields>>;
}

/** The fields that were missing from a refused write. */
export interface Missing {
  description?: string;
  tags?: readonly string[];
  lateReason?: string;
}

/** Adds a description and tags to the entries of a write that lack them. */
export function fillMissing(write: core.Write, { description = "", tags = [] }: Missing): core.Write {
  const fill = <Fields extends Partial<core.EntryFields>>(fields: Fields): Fields => ({
    ...fields,
    ...(fields.description?.trim() === "" ? { description } : {}),
    ...(fields.tags?.length === 0 ? { tags } : {}),
  });
  if (write.kind === "create") return { ...write, entries: write.entries.map(fill) };
  if (write.kind !== "update") return write;
  return { ...write, changes: write.changes.map((change) => ({ ...change, set: fill(change.set) })) };
}
