import type { Parameter, Schema } from "./read-document.ts";

/**
 * The direction of the data. Received types match the server's JSON; sent types also accept `Date` and readonly arrays.
 */
export type Direction = "sent" | "received";

/** Returns a documentation comment, or an empty string if there is no text. */
export function comment(text: string, indent = ""): string {
  const lines = text.trim().split("\n");
  if (text.trim() === "") return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

export function writeInterface(name: string, schema: Schema, direction: Direction, text = schema.description): string {
  return `${comment(text ?? "")}export interface ${name} ${fields(schema, direction, "")}\n`;
}

/** Writes the query parameters of an operation as an interface. */
export function writeQuery(name: string, parameters: Parameter[], text: string): string {
  const lines = parameters.map(({ name: field, description = "", required, schema }) => {
    const type = schema.type === "array" ? listOf(schema) : typeOf(schema, "sent", "  ");
    return `${comment(describe(description, schema, "sent"), "  ")}  ${field}${required ? "" : "?"}: ${orUndefined(type, required)};\n`;
  });
  return `${comment(text)}export interface ${name} {\n${lines.join("")}}\n`;
}

/**
 * Returns the type of a filter with several values: one value or a list. Free text must be in a list, because a comma
 * in a single value would be read as a separator.
 */
function listOf(schema: Schema): string {
  const { items = {} } = schema;
  const item = typeOf(items, "sent", "  ");
  const list = item.includes(" ") ? `readonly (${item})[]` : `readonly ${item}[]`;
  const isFreeText = items.type === "string" && items.pattern === undefined && items.enum === undefined;
  return isFreeText ? list : `${item} | ${list}`;
}

export function typeOf(schema: Schema, direction: Direction, indent = ""): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, direction, indent)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? "unknown"].flat();
  if (schema.enum !== undefined) {
    const literals = schema.enum.filter((value) => value !== null).map((value) => JSON.stringify(value));
    return [...literals, ...(types.includes("null") ? ["null"] : [])].join(" | ");
  }
  return types.map((type) => plainType(type, schema, direction, indent)).join(" | ");
}

function plainType(type: string, schema: Schema, direction: Direction, indent: string): string {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "string":
      return direction === "sent" && isInstant(schema) ? "string | Date" : "string";
    case "boolean":
    case "null":
      return type;
    case "array": {
      const item = typeOf(schema.items ?? {}, direction, indent);
      const list = item.includes(" ") ? `(${item})[]` : `${item}[]`;
      return direction === "sent" ? `readonly ${list}` : list;
    }
    case "object":
      return schema.properties === undefined ? "Record<string, unknown>" : fields(schema, direction, indent);
    default:
      return "unknown";
  }
}

function isInstant({ format }: Schema): boolean {
  return format === "date-time" || format === "date-or-date-time";
}

function fields({ properties = {}, required = [] }: Schema, direction: Direction, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = orUndefined(typeOf(schema, direction, inner), isRequired);
    return `${comment(describe(schema.description ?? "", schema, direction), inner)}${inner}${name}${isRequired ? "" : "?"}: ${type};\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

// Allows `undefined` under exactOptionalPropertyTypes, because JSON omits undefined fields anyway.
function orUndefined(type: string, required: boolean): string {
  return required ? type : `${type} | undefined`;
}

const formats: Record<Direction, Record<string, string>> = {
  sent: {
    "date-time": "A Date, or ISO 8601 with an offset.",
    date: "`YYYY-MM-DD`.",
    "date-or-date-time": "A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset.",
    currency: "ISO 4217.",
  },
  received: {
    "date-time": "ISO 8601, in UTC.",
    date: "`YYYY-MM-DD`.",
    currency: "ISO 4217.",
  },
};

function describe(given: string, { format = "", ...schema }: Schema, direction: Direction): string {
  const description = given.replace(
    "For several values, repeat it or separate them with commas.",
    "For several values, pass a list.",
  );
  const said = formats[direction][format];
  const limit = "default" in schema ? `Default: \`${JSON.stringify(schema.default)}\`.` : "";
  return [description, said, limit].filter(Boolean).join(" ");
}
