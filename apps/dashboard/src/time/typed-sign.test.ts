import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDescription } from "./parse-description.ts";
import { putName, signAt, withoutSign } from "./typed-sign.ts";

const at = (text: string) => signAt(text.replace("|", ""), text.indexOf("|"));

test("the cursor stands in a sign from the sign on, and to the end of open quotes", () => {
  assert.deepEqual(at("Review @we|"), { kind: "@", name: "we", from: 7, to: 10 });
  assert.deepEqual(at("#|"), { kind: "#", name: "", from: 0, to: 1 });
  assert.deepEqual(at('Call @"Online sh|'), { kind: "@", name: "Online sh", from: 5, to: 16 });
});

test("an address, a closed name and a text behind a sign are no sign", () => {
  for (const text of ["me@exa|", 'Call @"Online shop"|', "@web and|", "Review|", "@web, |"])
    assert.equal(at(text), undefined, text);
});

test("a name that is put in is read as that name", () => {
  for (const name of ["Web", "Online shop", "Web/Build 2, part", "R#D"]) {
    const sign = at("Review @o| later");
    assert.ok(sign);
    const text = putName("Review @o later", sign, name);
    assert.deepEqual(parseDescription(text), { description: "Review later", project: name, tags: [] });
  }
});

test("a name that no project has stays text, and tags behind it leave it", () => {
  const described = parseDescription("Meet @anna at @web #sales", (name) => name === "web");
  assert.deepEqual(described, { description: "Meet @anna at", project: "web", tags: ["sales"] });
});

test("without the sign the words around it stay apart", () => {
  const sign = at("Review #sa| later");
  assert.ok(sign);
  assert.equal(withoutSign("Review #sa later", sign), "Review later");
});
