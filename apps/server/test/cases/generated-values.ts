import fc from "fast-check";
import type { Json } from "#test/worlds/test-app.ts";

/** Generates values for a JSON Schema of the OpenAPI document, as programs do that know only the schema. */
export function valueOf(schema: Json, document: Json): fc.Arbitrary<Json> {
  if (schema.$ref !== undefined) return valueOf(document.components.schemas[schema.$ref.split("/").at(-1)], document);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each: Json) => valueOf(each, document)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types: string[] = [schema.type].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, document)));
}

function ofType(type: string, schema: Json, document: Json): fc.Arbitrary<Json> {
  const { minimum = 0, maximum = 1_000_000, minLength = 0, maxLength = 40 } = schema;
  const { minItems = 0, uniqueItems = false, maxItems = Math.max(minItems, 3) } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.integer({ min: minimum, max: maximum });
    case "array": {
      const items = valueOf(schema.items, document);
      const size = { minLength: minItems, maxLength: Math.min(maxItems, 3) };
      return uniqueItems === true
        ? fc.uniqueArray(items, { ...size, selector: JSON.stringify })
        : fc.array(items, size);
    }
    case "object": {
      const { properties = {}, required = [] } = schema;
      const fields = Object.entries(properties).map(([name, each]) => [name, valueOf(each, document)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    default:
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
      if (schema.format === "email") return fc.emailAddress();
      return fc.string({
        unit: fc.constantFrom("a", "b", "c", "1", "2", "-"),
        minLength,
        maxLength: Math.min(maxLength, 40),
      });
  }
}
