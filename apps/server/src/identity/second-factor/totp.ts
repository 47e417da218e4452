import { Secret, TOTP } from "otpauth";

// Accepts codes from a clock that is one step fast or slow.
const skewSteps = 1;

export function newTotpSecret(): string {
  return new Secret().base32;
}

export function otpauthUrl(secret: string, email: string): string {
  return new TOTP({ issuer: "Stint", label: email, secret }).toString();
}

/** Finds the step of a code (RFC 6238 §4.2); undefined unless it is close to the current step. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token, timestamp: nowMs, window: skewSteps });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
