import assert from "node:assert/strict";
import { test } from "node:test";
import { plainAddress } from "./authenticate.ts";

test("an IPv4 address is written as one, however it reached the socket", () => {
  for (const [given, expected] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::1", "::1"],
    ["2001:db8::ffff:203.0.113.7", "2001:db8::ffff:203.0.113.7"],
  ] as const)
    assert.equal(plainAddress(given), expected);
});
