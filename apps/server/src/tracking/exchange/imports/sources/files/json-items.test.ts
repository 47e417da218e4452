import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { partOf } from "#test/files/program-exports.ts";
import { readJsonItems } from "./json-items.ts";

async function readAll(text: string, pieceBytes: number): Promise<unknown[]> {
  return (await Array.fromAsync(readJsonItems(partOf(Buffer.from(text), pieceBytes)))).flat();
}

const text = fc.string({ unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", "😀", "\n", "a"), maxLength: 8 });
// Keys contain no characters that need escaping, because of a bug in Node 26.10: after parsing an object with the keys
// "" and "\\", JSON.parse mistakes the keys "" and "\"" for these.
const key = text.map((name) => name.replaceAll(/["\\]/g, "k"));
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: "small" }, text, fc.integer(), fc.constant(null), fc.array(tie("any")), tie("object")),
  object: fc.dictionary(key, tie("any"), { maxKeys: 4, noNullPrototype: true }),
})).object;

test("the objects of any list are read from any pieces", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { maxLength: 5 }),
      fc.integer({ min: 1, max: 30 }),
      fc.nat(2),
      async (items, pieceBytes, spaces) => {
        assert.deepEqual(
          await readAll(JSON.stringify(items, null, spaces), pieceBytes),
          JSON.parse(JSON.stringify(items)),
        );
        const within = JSON.stringify({ count: 2, meta: { at: [{ no: "item" }] }, "li[st": items, more: "]}" });
        assert.deepEqual(await readAll(within, pieceBytes), JSON.parse(JSON.stringify(items)));
      },
    ),
    { numRuns: 200 },
  );
});

test("other values in a list are skipped", async () => {
  assert.deepEqual(await readAll('[1, "a", [{"in":1}], {"id":1}, null, {"id":2}]', 4), [{ id: 1 }, { id: 2 }]);
  assert.deepEqual(await readAll('{"a": "b"}', 4), []);
});
