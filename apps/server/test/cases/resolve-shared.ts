import type { Json } from "#test/worlds/test-app.ts";

/** Returns a copy of an OpenAPI document in which only schemas are references. */
export function resolveShared(document: Json): Json {
  const resolve = (node: Json): Json => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(resolve);
    const [, , kind, name] = node.$ref?.split("/") ?? [];
    if (kind !== undefined && kind !== "schemas") return resolve(document.components[kind][name]);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  };
  return resolve(document);
}
