import assert from "node:assert/strict";
import { test } from "node:test";
import { nameCleaner } from "./clean-names.ts";
import { Closed, Name, Nullable, StoredName, Text } from "./schemas.ts";
import { Type } from "./type/type.ts";
import { fieldChecker, requestCompiler } from "./validation.ts";

const item = Closed({ name: Name("A name.", 5) });
const dirty = "a\u001b\nb\u202e";

test("names are cleaned wherever they are, except those that must equal stored ones", () => {
  const schema = Closed({
    name: Nullable(Name("A name.", 5)),
    tags: Type.Array(Name("A tag.", 5)),
    from: StoredName(5),
    text: Text({ maxLength: 5 }),
    inner: item,
  });
  const sent = { name: dirty, tags: [dirty, "c"], from: dirty, text: dirty, inner: { name: dirty } };
  const cleaned = { name: "a b", tags: ["a b", "c"], from: dirty, text: dirty, inner: { name: "a b" } };
  const validate = requestCompiler()({ schema, httpPart: "body", method: "POST", url: "/" });
  const read = (value: object) => validate(Buffer.from(JSON.stringify(value)));
  assert.deepEqual(read(sent), { value: cleaned });
  assert.ok("error" in (read({ ...sent, name: "\u001b\n" }) as object), "a name of nothing else is refused");
  const one = { name: dirty };
  assert.deepEqual([fieldChecker(item)(one, "/x"), one], [[], { name: "a b" }]);
});

test("a schema without names and values of other types are left alone", () => {
  assert.equal(nameCleaner(Closed({ text: Text({ maxLength: 5 }) })), undefined);
  const clean = nameCleaner(Closed({ name: Name("A name.", 5), tags: Type.Array(Name("A tag.", 5)) }));
  for (const value of [null, 5, "x", [], { name: 5, tags: "x" }, { other: dirty }])
    assert.deepEqual(clean?.(structuredClone(value)), value);
});
