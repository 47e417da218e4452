import { Secret, TOTP } from "otpauth";

const stepSeconds = 30;
// A clock may be a step ahead or behind.
const skewSteps = 1;

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator app reads from a QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return new TOTP({ issuer: "Stint", label: email, secret }).toString();
}

/** The step (RFC 6238 §4.2) that the code belongs to, if it is one of those that are near. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const delta = new TOTP({ secret }).validate({
    token,
    timestamp: nowMs,
    window: skewSteps,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / stepSeconds) + delta;
}
