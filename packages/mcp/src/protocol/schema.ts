/** The parts of JSON Schema that the tools need. */
export type Schema = { [key: string]: unknown };

export const text = (description: string, ...examples: string[]): Schema => ({
  type: "string",
  maxLength: 2000,
  description,
  ...(examples.length === 0 ? {} : { examples }),
});
export const long = (description: string, ...examples: string[]): Schema => ({
  ...text(description, ...examples),
  maxLength: 20_000,
});
/** The limit leaves room for the rest of the request, whose maximum size is 1 MiB. */
export const signed = (description: string): Schema => ({ ...text(description), maxLength: 1_000_000 });
export const flag = (description: string): Schema => ({ type: "boolean", description });
export const number = (description: string, minimum: number, maximum: number): Schema => ({
  type: "integer",
  minimum,
  maximum,
  description,
});
export const choice = (description: string, values: readonly string[]): Schema => ({
  type: "string",
  enum: [...values],
  description,
});
/** Returns the schema of a list. Its example has the first examples or allowed values of the items. */
export const list = (description: string, items: Schema, maxItems: number): Schema => ({
  type: "array",
  items,
  maxItems,
  description,
  examples: [((items["examples"] ?? items["enum"]) as unknown[]).slice(0, 2)],
});

/** Marks an optional text or list whose empty value differs from leaving it out. */
export const orEmpty = (schema: Schema): Schema => ({
  ...schema,
  [schema["type"] === "array" ? "minItems" : "minLength"]: 0,
});
export const canBeEmpty = (schema: Schema): boolean => schema["minItems"] === 0 || schema["minLength"] === 0;

/** Returns the schema of an object without additional fields. The fields in `required` must be present. */
export function object(
  properties: Record<string, Schema>,
  required: readonly string[] = [],
  more: Schema = {},
): Schema {
  return { type: "object", properties, required: [...required], additionalProperties: false, ...more };
}

/** Uses `anyOf`, because some clients expect `type` to be a text. */
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

/** Schemas for the output of tools. */
export const out = {
  text: { type: "string" } as Schema,
  number: { type: "number" } as Schema,
  flag: { type: "boolean" } as Schema,
  textOrNull: orNull({ type: "string" }),
  numberOrNull: orNull({ type: "number" }),
  texts: { type: "array", items: { type: "string" } } as Schema,
  list: (items: Schema): Schema => ({ type: "array", items }),
  /** Returns the schema of an object. By default, all fields are required. */
  object: (properties: Record<string, Schema>, required: readonly string[] = Object.keys(properties)): Schema =>
    object(properties, required),
  orNull: (schema: Schema): Schema => orNull(schema),
};

export const responseFormat = choice(
  "concise (the default): only what you need to continue; detailed: also full descriptions, sources and further figures.",
  ["concise", "detailed"],
);
export const period = text(
  "today, yesterday, a weekday (the most recent), this week, last week, this month, last month, 2026-03, 2026, a day (2026-03-02) or a range (2026-03-02..2026-03-15).",
  "yesterday",
  "last week",
  "2026-03-02..2026-03-15",
);
