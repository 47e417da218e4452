import type { Type as TypeBox } from "typebox";

export type { Static, TObject, TOptional, TSchema, TUnsafe } from "typebox";

// Imports only types, which are erased, because TypeBox's entry module loads its type engine: 370 modules, which took
// a fifth of the service's load time.
type Builders = Pick<
  typeof TypeBox,
  | "Array"
  | "Boolean"
  | "Integer"
  | "Literal"
  | "Null"
  | "Number"
  | "Object"
  | "Optional"
  | "Partial"
  | "String"
  | "Union"
  | "Unsafe"
>;

/**
 * Marks an optional field. As in TypeBox, the marker is not enumerable, so it appears in no document and spreads do not
 * copy it.
 */
const optional = "~optional";

function toOptional(schema: object): object {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.defineProperty(copy, optional, { value: true });
}

function toObject(properties: Record<string, object>, options?: object): object {
  const required = Object.entries(properties).flatMap(([name, schema]) => (optional in schema ? [] : [name]));
  return { type: "object", ...(required.length === 0 ? {} : { required }), properties, ...options };
}

function toPartial({ properties }: { properties: Record<string, object> }): object {
  return toObject(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, toOptional(schema)])));
}

/** The TypeBox builders that our schemas use; their results have the same types and shapes as TypeBox's. */
export const Type = {
  Array: (items: object, options?: object) => ({ type: "array", items, ...options }),
  Boolean: (options?: object) => ({ type: "boolean", ...options }),
  Integer: (options?: object) => ({ type: "integer", ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: object) => ({ type: "null", ...options }),
  Number: (options?: object) => ({ type: "number", ...options }),
  Object: toObject,
  Optional: toOptional,
  Partial: toPartial,
  String: (options?: object) => ({ type: "string", ...options }),
  Union: (anyOf: object[], options?: object) => ({ anyOf, ...options }),
  Unsafe: (schema: object) => schema,
} as unknown as Builders;
