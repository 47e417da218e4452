import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddresses } from "./read-addresses.ts";

const read = (text: string) => readAddresses(text).map(({ name, email, isAddress }) => [name, email, isAddress]);

for (const [text, expected] of [
  ["", []],
  [" \n, ;\n", []],
  ["nora@lantern.example", [["", "nora@lantern.example", true]]],
  [
    "Nora Winkel <nora@lantern.example>\nPavel Dvořák <pavel@lantern.example>, ines@lantern.example; jo@x.example\r\n",
    [
      ["Nora Winkel", "nora@lantern.example", true],
      ["Pavel Dvořák", "pavel@lantern.example", true],
      ["", "ines@lantern.example", true],
      ["", "jo@x.example", true],
    ],
  ],
  // As Outlook and spreadsheets copy them.
  [
    '"Winkel, Nora" <nora@x.example>; Dvořák, Pavel <pavel@x.example>;Ines\tines@x.example',
    [
      ["Winkel, Nora", "nora@x.example", true],
      ["Dvořák, Pavel", "pavel@x.example", true],
      ["Ines", "ines@x.example", true],
    ],
  ],
  [
    "a@x.example b@x.example <mailto:c@x.example>",
    [
      ["", "a@x.example", true],
      ["", "b@x.example", true],
      ["", "c@x.example", true],
    ],
  ],
  ["<mailto:c@x.example>", [["", "c@x.example", true]]],
  // The same address twice.
  [
    "Jo <Jo@x.example>, jo@X.example",
    [
      ["Jo", "Jo@x.example", true],
      ["", "jo@X.example", true],
    ],
  ],
  // A line without an address is kept as it is.
  [
    "tomas@lantern, tomas, @x.example, a@b@c.example, jo@x.example",
    [
      ["", "tomas@lantern", false],
      ["", "tomas", false],
      ["", "@x.example", false],
      ["", "a@b@c.example", false],
      ["", "jo@x.example", true],
    ],
  ],
] as const)
  test(`reads the addresses in ${JSON.stringify(text)}`, () => assert.deepEqual(read(text), expected));

test("what was typed can be read again", () => {
  const text = '"Winkel, Nora" <nora@x.example>; Dvořák, Pavel <pavel@x.example>, tomas';
  const typed = readAddresses(text).map((address) => address.typed);
  assert.deepEqual(typed, ['"Winkel, Nora" <nora@x.example>', "Dvořák, Pavel <pavel@x.example>", "tomas"]);
  assert.deepEqual(read(typed.join("\n")), read(text));
});

test("an address is a double if it comes before, whatever its case", () => {
  const doubles = readAddresses("Jo <Jo@x.example>, jo@X.example\ntomas; ines@x.example tomas").map(
    ({ isDouble }) => isDouble,
  );
  assert.deepEqual(doubles, [false, true, false, false]);
});
