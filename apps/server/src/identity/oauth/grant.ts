import type { Resource } from "#identity/history/resource.ts";

/** A program that a person has connected. Its key is exported with `api_keys`; its tokens are not exported. */
export const grant = {
  kind: "grant",
  tables: ["oauth_grants"],
  actions: [{ name: "grant.created" }, { name: "grant.updated" }, { name: "grant.ended" }],
} as const satisfies Resource;
