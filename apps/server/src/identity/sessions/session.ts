import type { Resource } from "#identity/history/resource.ts";

/** A session. It is stored in `api_keys`, so the export lists it with the keys. */
export const session = {
  kind: "session",
  actions: [{ name: "session.created" }, { name: "session.ended" }, { name: "session.reauthenticated" }],
} as const satisfies Resource;
