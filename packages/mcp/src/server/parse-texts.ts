import { canBeEmpty, type Schema } from "#src/protocol/schema.ts";
import { ToolError } from "#src/protocol/tool-error.ts";

type Shape = Schema & { items?: Schema; properties?: Record<string, Schema>; required?: string[] };

/**
 * Parses values that a client sent as JSON in a text, as some clients do. Leaves out null fields and empty optional
 * ones, because models fill in every field. Throws if the value for a list or an object is something else.
 */
export function parseTexts(schema: Schema, sent: unknown, path: string): unknown {
  const { type, items = {}, properties = {}, required = [] } = schema as Shape;
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
  const isSent = ([key, each]: [string, unknown]) => {
    if (!Object.hasOwn(properties, key)) return true;
    return each !== null && (!isEmpty(each) || required.includes(key) || canBeEmpty(properties[key] ?? {}));
  };
  const parsed = Object.entries(value)
    .filter(isSent)
    .map(([key, each]): [string, unknown] => [
      key,
      Object.hasOwn(properties, key) ? inner(properties[key] ?? {}, each, key) : each,
    ]);
  return Object.fromEntries(parsed.filter(isSent));
}

const isEmpty = (value: unknown) =>
  value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
