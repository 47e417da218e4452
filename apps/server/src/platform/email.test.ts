import assert from "node:assert/strict";
import { test } from "node:test";
import { normalEmail } from "./email.ts";

const same: [string, string][] = [
  ["jo@example.com", "jo@example.com"],
  ["  Jo.Smith@Example.COM\t", "jo.smith@example.com"],
  ["jo+stint@example.com", "jo+stint@example.com"],
  ["o'brien/x=1!#$%&*?^_`{|}~-@example.com", "o'brien/x=1!#$%&*?^_`{|}~-@example.com"],
  ["JÖRG@example.com", "jörg@example.com"],
  ["jo\u0308rg@example.com", "jörg@example.com"],
  ["用户@例え.jp", "用户@xn--r8jz45g.jp"],
  ["jo@BÜCHER.example", "jo@xn--bcher-kva.example"],
  ["jo@bücher。example", "jo@xn--bcher-kva.example"],
  ["jo@xn--bcher-kva.example", "jo@xn--bcher-kva.example"],
  ["jo@localhost", "jo@localhost"],
  ["jo@mail-1.sub.example.co.uk", "jo@mail-1.sub.example.co.uk"],
  ["jo@1and1.com", "jo@1and1.com"],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['"a\\"b"@example.com', '"a\\"b"@example.com'],
  [`${"a".repeat(64)}@${"b".repeat(61)}.${"c".repeat(61)}.${"d".repeat(61)}.ee`, ""],
];

const refused = [
  "",
  " ",
  "@",
  "jo",
  "jo@",
  "@example.com",
  "jo@@example.com",
  "jo@a@example.com",
  "a@b@c@example.com",
  "jo smith@example.com",
  "jo@exam ple.com",
  '"jo smith"@example.com',
  "jo@example.com, eve@example.com",
  "jo@example.com;eve@example.com",
  "Jo <jo@example.com>",
  "<jo@example.com>",
  "jo(comment)@example.com",
  "mailto:jo@example.com",
  ".jo@example.com",
  "jo.@example.com",
  "jo..smith@example.com",
  "jo@.example.com",
  "jo@example..com",
  "jo@example.com.",
  "jo@-example.com",
  "jo@example-.com",
  "jo@under_score.com",
  "jo@[127.0.0.1]",
  "jo@127.0.0.1",
  "jo@2130706433",
  "jo@0x7f.1",
  "jo@[::1]",
  "jo@example.com:25",
  "jo@example.com/x",
  "jo@ex%61mple.com",
  "jo@example.com\r\nBcc: eve@example.com",
  "jo@example.com\n",
  "jo\r\n@example.com",
  "jo@example.com\0",
  "jo\u0000@example.com",
  "jo\u007f@example.com",
  "jo\u200b@example.com",
  "jo\u202e@example.com",
  "jo\u00a0@example.com",
  "jo@exa\u200bmple.com",
  "\ud800@example.com",
  "jo@\udc00.com",
  '"jo@example.com',
  'jo"@example.com',
  '""@example.com',
  `${"a".repeat(65)}@example.com`,
  `${"é".repeat(33)}@example.com`,
  `jo@${"a".repeat(64)}.com`,
  `jo@${"a.".repeat(130)}com`,
  "x".repeat(100_000),
  `${"@".repeat(1000)}`,
];

test("an address has one form, whatever its case, blanks and alphabet", () => {
  for (const [given, expected] of same) {
    const normal = normalEmail(given);
    assert.equal(normal, expected === "" ? given : expected, given);
    assert.equal(normalEmail(normal ?? ""), normal, "the form of a form is itself");
  }
});

test("addresses that mail can't be sent to, and texts with more than an address, are refused", () => {
  for (const given of refused) assert.equal(normalEmail(given), undefined, JSON.stringify(given.slice(0, 80)));
});

test("an address has at most 254 bytes", () => {
  const domain = `${"b".repeat(63)}.${"c".repeat(61)}.${"d".repeat(61)}.ee`;
  const fits = `${"a".repeat(254 - domain.length - 1)}@${domain}`;
  assert.equal(normalEmail(fits), fits);
  assert.equal(normalEmail(`a${fits}`), undefined);
});
