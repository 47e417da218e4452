import { tools } from "./tools/all-tools.ts";

/** Returns the API scopes that a protocol message needs: none unless it calls a known tool. */
export function neededScopes(message: unknown): readonly string[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const name = method === "tools/call" ? params?.name : undefined;
  return tools.find((tool) => tool.name === name)?.scopes ?? [];
}
