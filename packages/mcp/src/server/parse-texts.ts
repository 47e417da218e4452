import type { Schema } from "#src/protocol/schema.ts";
import { ToolError } from "#src/protocol/tool-error.ts";

type Shape = Schema & { items?: Schema; properties?: Record<string, Schema> };

/**
 * Parses values that a client sent as JSON in a text, as some clients do. Leaves out null fields, because models send
 * null for optional fields. Throws if the value for a list or an object is something else.
 */
export function parseTexts(schema: Schema, sent: unknown, path: string): unknown {
  const { type, items = {}, properties = {} } = schema as Shape;
  if (type === "boolean" || type === "integer") {
    const text = typeof sent === "string" ? sent.trim().toLowerCase() : "";
    return /^(true|false|0|-?[1-9]\d{0,14})$/.test(text) ? parse(text) : sent;
  }
  if (type !== "array" && type !== "object") return sent;
  const value = typeof sent === "string" ? parse(sent) : sent;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== (type === "array")) {
    const [example = {}] = (schema["examples"] ?? []) as unknown[];
    const said = JSON.stringify(example).replaceAll('","', '", "');
    throw new ToolError(`${path} is ${type === "array" ? "a list" : "an object"}, for example ${said}.`);
  }
  const inner = (part: Schema, each: unknown, key: string) =>
    parseTexts(part, each, path === "arguments" ? key : `${path}/${key}`);
  if (Array.isArray(value)) return value.map((each: unknown, at) => inner(items, each, String(at)));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => each !== null || !Object.hasOwn(properties, key))
      .map(([key, each]) => [key, Object.hasOwn(properties, key) ? inner(properties[key] ?? {}, each, key) : each]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
