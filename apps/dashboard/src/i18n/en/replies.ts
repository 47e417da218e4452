import type { ErrorCode } from "@stint/sdk";

/** Instead of the replies' `detail`, which is English and more specific, for people who use no API. */
export const replies: Partial<Record<ErrorCode, string>> = {
  unrated_entries: "Some entries have no rate. Set one and reprice them, or bill these entries at 0.",
  idempotency_mismatch:
    "An earlier attempt has succeeded, although its reply was lost. Close the form and look at the result.",
};
