import assert from "node:assert/strict";
import { test } from "node:test";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { palette as german } from "./de/palette.ts";
import { palette as english } from "./en/palette.ts";
import { palette as french } from "./fr/palette.ts";

test("billing is found by the words for invoices in each language", () => {
  for (const [{ words }, typed] of [
    [english, ["invoice", "bill"]],
    [german, ["rechnung", "Faktura"]],
    [french, ["facture", "factures"]],
  ] as const)
    for (const word of typed) assert.equal(findByName([{ name: words["billing"] ?? "" }], word).length, 1, word);
});
