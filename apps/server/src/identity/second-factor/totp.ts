import { Secret, TOTP } from "otpauth";

const stepSeconds = 30;
// Tolerates a clock that is one step fast or slow.
const skewSteps = 1;

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code for authenticator apps. */
export function otpauthUrl(secret: string, email: string): string {
  return new TOTP({ issuer: "Stint", label: email, secret }).toString();
}

/** The step (RFC 6238 §4.2) of the code, if it is close to the current one. */
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
