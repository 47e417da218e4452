declare const value: unique symbol;

/** The parts of JSON Schema that the tools need. `Value` is the type of the values that the schema allows. */
export type Schema<Value = unknown> = { [key: string]: unknown; readonly [value]?: Value };

/** The values that a schema allows. */
export type ValueOf<Declared extends Schema> = NonNullable<Declared[typeof value]>;

type Fields = Readonly<Record<string, Schema>>;

export const text = (description: string, ...examples: string[]): Schema<string> => ({
  type: "string",
  maxLength: 2000,
  description,
  ...(examples.length === 0 ? {} : { examples }),
});
export const flag = (description: string): Schema<boolean> => ({ type: "boolean", description });
export const number = (description: string, minimum: number, maximum: number): Schema<number> => ({
  type: "integer",
  minimum,
  maximum,
  description,
});
export const choice = <const Value extends string>(description: string, values: readonly Value[]): Schema<Value> => ({
  type: "string",
  enum: [...values],
  description,
});
/** Returns the schema of a list. Its example has the first examples or allowed values of the items. */
export const list = <Item>(description: string, items: Schema<Item>, maxItems: number): Schema<Item[]> => ({
  type: "array",
  items,
  maxItems,
  description,
  examples: [((items["examples"] ?? items["enum"]) as unknown[]).slice(0, 2)],
});

/** Marks an optional text or list whose empty value differs from leaving it out. */
export const orEmpty = <Value>(schema: Schema<Value>): Schema<Value> => ({
  ...schema,
  [schema["type"] === "array" ? "minItems" : "minLength"]: 0,
});
export const canBeEmpty = (schema: Schema): boolean => schema["minItems"] === 0 || schema["minLength"] === 0;

/** Returns the schema of an object without additional fields. The fields in `required` must be present. */
export function object<Declared extends Fields, Required extends keyof Declared & string = never>(
  properties: Declared,
  required: readonly Required[] = [],
  more: Record<string, unknown> = {},
): Schema<
  { [Name in Required]: ValueOf<Declared[Name]> } & {
    [Name in Exclude<keyof Declared, Required>]?: ValueOf<Declared[Name]>;
  }
> {
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
  /** Returns the schema of an object in which only the named fields may be absent. */
  object: (properties: Fields, ...optional: string[]): Schema =>
    object(
      properties,
      Object.keys(properties).filter((name) => !optional.includes(name)),
    ),
  orNull,
};

export const responseFormat = choice(
  "concise (the default): only what you need to continue; detailed: also full descriptions, sources and further figures.",
  ["concise", "detailed"],
);
export const period = text(
  "As people say it: yesterday, monday (the most recent), last wednesday, this week, last month, Q3, november, last 7 days, year to date, 2026-03, a day or a range.",
  "last week",
  "Q3 2025",
  "2026-03-02..2026-03-15",
);
export const cursor = text("next_cursor of an earlier result, with the same arguments.");
export const placeFields = {
  project: text("The project by name (Client/Project if names are equal).", "Website"),
  client: text("The project's client, if several projects have the name.", "Acme"),
  task: text("A task of the project; by default General or the only one.", "Build"),
};
export const labelFields = {
  tags: list("Labels.", text("A label.", "meeting", "client"), 20),
  billable: flag("Whether it is charged; by default, the task or project decides."),
};
