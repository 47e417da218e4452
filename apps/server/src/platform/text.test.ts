import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanLine, cleanName, printable } from "./text.ts";

test("a name becomes one line without changes of direction, and keeps marks and joiners", () => {
  for (const [given, cleaned] of [
    ["Acme", "Acme"],
    ["two\r\nlines\u2028three\ttabs", "two lines three tabs"],
    ["Org\u001B]0;pwned\u0007\u009B2K", "Org ]0;pwned 2K"],
    ["\n Acme \u0085", " Acme "],
    ["a\u202Eb\u2066c\u2069", "abc"],
    ["\u200Eשלום\u200F نمی\u200Cخواهم 👩\u200D👩", "\u200Eשלום\u200F نمی\u200Cخواهم 👩\u200D👩"],
    ["a\0b", "a\0b"],
  ] as const)
    assert.equal(cleanLine(given), cleaned, JSON.stringify(given));
});

test("names that look the same become the same", () => {
  for (const given of [
    "Caf\u00E9 Nord",
    "Cafe\u0301 Nord",
    "Caf\u00E9\u00A0Nord",
    "Ca\u200Bf\u00E9\uFEFF Nord\u2060",
    " Caf\u00E9 Nord\u00A0 ",
  ])
    assert.equal(cleanName(given), "Caf\u00E9 Nord", JSON.stringify(given));
});

test("printed text cannot control a terminal, and printed JSON stays the same", () => {
  assert.equal(printable("a\u001B[2K\r\u009B\u202E\tb\n"), "a\\u001b[2K\\u000d\\u009b\\u202e\tb\n");
  const value = { name: "\u0000\u001B\u007F\u009B\u2028\u202E\u2066\u200D" };
  const shown = printable(JSON.stringify(value));
  assert.deepEqual(JSON.parse(shown), value);
  assert.doesNotMatch(shown, /[^\P{Cc}\n]|\u202E|\u2066/u);
});
