import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

const most = 100_000_000;

/** Returns a body of this length. It is not a valid file, so nothing is imported. */
function bodyOf(bytes: number): Readable {
  const piece = Buffer.alloc(1_000_000, "x");
  const pieces = function* () {
    for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, left);
  };
  return Readable.from(pieces());
}

export function checkUploads(name: string, { owner: browser, visit }: World): void {
  test(`${name}: an import of the largest size is accepted, and the service itself refuses a larger one`, async (t) => {
    const old = await visit(t, { protocol: "http/1.1" });
    for (const [cookie, value] of browser.cookies) old.cookies.set(cookie, value);
    const upload = (visitor: Visitor, bytes: number, isDeclared: boolean) => {
      const length = isDeclared ? { "content-length": String(bytes) } : {};
      const headers = { "content-type": "text/csv", ...length };
      return visitor.send("POST", "/v1/imports", { body: bodyOf(bytes), headers });
    };
    for (const visitor of [browser, old]) {
      const largest = await upload(visitor, most, visitor === old);
      assert.equal(largest.status, 202, largest.body.toString());
      await browser.send("DELETE", String(largest.headers.location));
      for (const isDeclared of [true, false]) {
        const refused = await upload(visitor, most + 1, isDeclared);
        assert.equal(refused.headers["content-type"], "application/problem+json");
        assert.deepEqual([refused.status, JSON.parse(refused.body.toString()).code], [413, "payload_too_large"]);
      }
    }
  });
}
