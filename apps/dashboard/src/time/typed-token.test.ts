import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { putName, tokenAt, withoutToken } from "./typed-token.ts";

const at = (text: string) => tokenAt(text.replace("|", ""), text.indexOf("|"));

test("the cursor is in a token from its first character on, until the quotes are closed", () => {
  assert.deepEqual(at("Review @we|"), { kind: "@", name: "we", from: 7, to: 10 });
  assert.deepEqual(at("#|"), { kind: "#", name: "", from: 0, to: 1 });
  assert.deepEqual(at("Call @Online sh|"), { kind: "@", name: "Online sh", from: 5, to: 15 });
  assert.deepEqual(at('Call @"Online sh|'), { kind: "@", name: "Online sh", from: 5, to: 16 });
});

test("a slash after a name begins its task", () => {
  assert.deepEqual(at('Call @"Online shop" /de|'), { kind: "@", name: "Online shop/de", from: 5, to: 23 });
  assert.deepEqual(at('@"Online shop"/|'), { kind: "@", name: "Online shop/", from: 0, to: 15 });
  assert.deepEqual(at("@Atlas /de|"), { kind: "@", name: "Atlas/de", from: 0, to: 10 });
});

test("a tag has no task", () => {
  for (const text of ["#web /de|", '#"on site" /de|']) assert.equal(at(text), undefined, text);
  assert.equal(at("#web/de|")?.name, "web/de");
});

test("an address, a closed name and the text after a token are not signs", () => {
  for (const text of [
    "me@exa|",
    'Call @"Online shop"|',
    "#web and|",
    "Review|",
    "@web, |",
    "@ web|",
    "@web\nand|",
    "@ /de|",
  ])
    assert.equal(at(text), undefined, text);
});

test("an inserted name is read as that name", () => {
  for (const name of ["Web", "Online shop", "Web/Build 2, part", "R#D"]) {
    const token = at("Review @o| later");
    assert.ok(token);
    const text = putName("Review @o later", token, name);
    assert.partialDeepStrictEqual(parseDescription(text), { description: "Review later", project: name, tags: [] });
  }
});

test("an unknown project name stays text, without the tags after it", () => {
  const described = parseDescription("Meet @anna at @web #sales", (name) => name === "web");
  assert.partialDeepStrictEqual(described, { description: "Meet @anna at", project: "web", tags: ["sales"] });
});

test("without the token the words around it stay apart", () => {
  const token = at("Review #sa| later");
  assert.ok(token);
  assert.equal(withoutToken("Review #sa later", token), "Review later");
});
