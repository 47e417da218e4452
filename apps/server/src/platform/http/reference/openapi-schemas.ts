import { publicFormats } from "./public-formats.ts";

export type Json = Record<string, unknown>;

/** The markers of our validator and of TypeBox. */
const ours = /^(~|x-(hints|way-out|optional)$)/;

/**
 * Copies a schema without our validator's markers, and with the members of `x-rules`. `refer` decides what stands in
 * place of a named schema.
 */
export function publish(
  value: unknown,
  refer: (name: string, published: Json, source: Json) => Json,
  isSent = false,
): unknown {
  if (Array.isArray(value)) return value.map((item) => publish(item, refer, isSent));
  if (typeof value !== "object" || value === null) return value;
  const { $id, "x-part": part, "x-rules": rules, ...source } = value as Json;
  const { format } = source;
  if (typeof format === "string" && format in publicFormats) {
    const { sent, pattern = isSent ? sent : undefined, ...known } = publicFormats[format] ?? {};
    Object.assign(source, { format: undefined, ...known, pattern });
  }
  Object.assign(source, rules);
  const entries = Object.entries(source).filter(([key, inner]) => !ours.test(key) && inner !== undefined);
  const published = Object.fromEntries(entries.map(([key, inner]) => [key, publish(inner, refer, isSent)]));
  const name = ($id ?? part) as string | undefined;
  return name === undefined ? published : refer(name, published, value as Json);
}

/** Returns one of our schemas as standalone JSON Schema. */
export function inlineSchema(schema: object): object {
  return publish(schema, (_name, published) => published) as object;
}

export function exampleOf(schema: Json): unknown {
  const examples = schema["examples"] as unknown[] | undefined;
  if (examples !== undefined) return examples[0];
  if (schema["default"] !== undefined) return schema["default"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["anyOf"])) return exampleOf(schema["anyOf"][0] as Json);
  const [type] = [schema["type"]].flat();
  if (type === "object")
    return Object.fromEntries(
      Object.entries((schema["properties"] ?? {}) as Record<string, Json>).map(([name, inner]) => [
        name,
        exampleOf(inner),
      ]),
    );
  if (type === "array") return [exampleOf(schema["items"] as Json)];
  if (type === "integer") return schema["minimum"] ?? 1;
  if (type === "boolean") return true;
  return type === "string" ? "text" : null;
}
