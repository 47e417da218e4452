export type Json = Record<string, unknown>;

/** Returns one of our schemas as standalone JSON Schema. */
export function inlineSchema(schema: object): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { "x-schema-name": _name, ...rest } = value as Json;
    return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(named(schema as Json)) as object;
}

// Maps our internal formats to the document's. Undefined omits a format, because its rules apply to every text.
// `date-time` stands for the format that also accepts an unencoded +.
const publicFormats: Record<string, string | undefined> = {
  text: undefined,
  name: undefined,
  "stored-name": undefined,
  "query-date-time": "date-time",
};

/**
 * Copies a schema for the document: replaces `$id` with a marker that survives the generator, and removes our
 * validator's markers.
 */
export function named(node: Json): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { $id: name, "x-hints": _hints, "x-way-out": _wayOut, ...rest } = value as Json;
    if (typeof rest["format"] === "string" && rest["format"] in publicFormats)
      rest["format"] = publicFormats[rest["format"]];
    const entries = Object.entries(rest).filter(([key, inner]) => !key.startsWith("~") && inner !== undefined);
    return {
      ...Object.fromEntries(entries.map(([key, inner]) => [key, walk(inner)])),
      ...(name === undefined ? {} : { "x-schema-name": name }),
    };
  };
  return walk(node) as Json;
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

/** Moves the schemas that `named` marked to the components, and replaces each with a reference. */
export function hoistNamedSchemas(document: Json): Json {
  const schemas: Json = {};
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    const { "x-schema-name": name, ...schema } = node as Json;
    const walked = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, walk(value)]));
    if (typeof name !== "string") return walked;
    schemas[name] = { ...walked, examples: [exampleOf(schema)] };
    return { $ref: `#/components/schemas/${name}` };
  };
  const { components, ...rest } = walk(document) as Json & { components?: Json };
  return {
    ...rest,
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}
