import type { Resource } from "#identity/history/resource.ts";

/** Stored in `api_keys`, which the export lists with the keys. */
export const session = {
  kind: "session",
  actions: [{ name: "session.created" }, { name: "session.ended" }, { name: "session.reauthenticated" }],
} as const satisfies Resource;
