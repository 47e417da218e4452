import type { Resource } from "#identity/history/resource.ts";

/** Sessions are stored in `api_keys`, so the full export contains them with the keys. */
export const session = {
  kind: "session",
  actions: [{ name: "session.created" }, { name: "session.ended" }, { name: "session.reauthenticated" }],
} as const satisfies Resource;
