import assert from "node:assert/strict";
import { test } from "node:test";
// oxlint-disable-next-line no-restricted-imports -- compares both
import { Type as TypeBox } from "typebox";
import { Type } from "./type.ts";

/** Builds the same schemas with each library. */
function schemasOf(builders: typeof Type) {
  const { Array, Boolean, Integer, Literal, Null, Number, Object, Optional, Partial, String, Union, Unsafe } = builders;
  const fields = {
    name: String({ minLength: 1, description: "A name." }),
    note: Optional(String()),
    count: Integer({ minimum: 0 }),
    share: Optional(Number({ maximum: 1 })),
    done: Boolean({ default: false }),
    nothing: Null({ description: "Nothing." }),
    tags: Array(String(), { maxItems: 3 }),
    kind: Union([Literal("a"), Literal(1), Literal(true, { description: "Yes." })], { description: "A kind." }),
    raw: Unsafe<number>({ type: "integer", enum: [1, 2] }),
    maybe: Optional(Unsafe<string | undefined>(String({ format: "date" }))),
    still: Unsafe<string | undefined>(Optional(String())),
    copied: { ...Optional(String()) },
  };
  return [
    Object(fields, { additionalProperties: false, description: "All." }),
    Partial(Object(fields, { additionalProperties: false })),
    Object({ inner: Object({ only: Optional(Boolean()) }), list: Array(Object({})) }),
    Optional(Object(fields)),
    ...globalThis.Object.values(fields),
  ];
}

test("schemas equal those of TypeBox, down to the order of their keys", () => {
  for (const [at, schema] of schemasOf(TypeBox).entries())
    assert.equal(JSON.stringify(schemasOf(Type)[at]), JSON.stringify(schema));
});

test("a field that is made optional stays required where it was used before", () => {
  const name = Type.String();
  const before = Type.Object({ name });
  assert.deepEqual([before.required, Type.Object({ name: Type.Optional(name) }).required], [["name"], undefined]);
  assert.deepEqual(Type.Object({ name }).required, ["name"]);
});
