import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "otpauth";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { findStep, newTotpSecret, otpauthUrl } from "./totp.ts";

// The SHA-1 values of RFC 6238, appendix B, cut from eight digits to six.
const secret = Secret.fromUTF8("12345678901234567890").base32;
const vectors: [number, string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
];

test("codes are those of RFC 6238, at most a step early or late", () => {
  for (const [seconds, code] of vectors) {
    const step = Math.floor(seconds / 30);
    for (const skew of [-1, 0, 1]) assert.equal(findStep(secret, code, (seconds + skew * 30) * 1000), step, code);
    for (const skew of [-2, 2]) assert.equal(findStep(secret, code, (seconds + skew * 30) * 1000), undefined, code);
  }
  assert.equal(findStep(secret, "287 082", 59_000), 1);
  for (const wrong of ["", "28708", "2870820", "28708a", "２８７０８２"])
    assert.equal(findStep(secret, wrong, 59_000), undefined);
});

test("secrets are fresh and fit into a QR code", () => {
  const fresh = newTotpSecret();
  assert.match(fresh, /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), fresh);
  const url = new URL(otpauthUrl(fresh, "me@example.com"));
  assert.equal(`${url.protocol}//${url.host}`, "otpauth://totp");
  assert.deepEqual([url.searchParams.get("secret"), url.searchParams.get("issuer")], [fresh, "Stint"]);
});

test("recovery codes differ, and are recognized however they are typed", () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    assert.deepEqual(hashRecoveryCode(` ${code.toLowerCase().replace("-", " ")}`), hashRecoveryCode(code));
  }
});
