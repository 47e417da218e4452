import type { Resource } from "#identity/history/resource.ts";

/** A row of `api_keys`, which the export has with the keys. */
export const session = {
  kind: "session",
  actions: [{ name: "session.created" }, { name: "session.ended" }, { name: "session.reauthenticated" }],
} as const satisfies Resource;
