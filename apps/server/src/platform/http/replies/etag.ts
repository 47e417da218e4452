import { hash } from "node:crypto";
import { AppError } from "#platform/errors.ts";

/**
 * Whether an If-None-Match or If-Match list (RFC 9110 §13.1) contains the tag or is `*`. A weak tag (`W/…`) never
 * matches.
 */
export function namesTag(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === etag);
}

/** Returns an ETag that depends on the bytes alone. */
export function etagOfBytes(bytes: Buffer): string {
  return `"${hash("sha256", bytes, "base64url").slice(0, 27)}"`;
}

/** Throws 412 if the caller's If-Match does not match the resource's current ETag. */
export function checkIfMatch(header: string | undefined, etag: string): void {
  if (header === undefined) return;
  const asked = header.replaceAll(figures, "");
  if (namesTag(asked, etag) || namesTag(asked, versionTag(etag))) return;
  throw new AppError(
    "precondition_failed",
    `The resource has changed: its ETag is now ${etag}. Read it again and repeat the change.`,
  );
}

// Matches the figures that `withFigures` appends to a tag.
const figures = /~[\d.-]*(?=")/g;

/**
 * Adds figures from the reply to a resource's ETag. If-Match ignores them, because they can change while the resource
 * does not.
 */
export function withFigures(etag: string, shown: readonly number[]): string {
  return `${etag.slice(0, -1)}~${shown.join(".")}"`;
}

/** Reduces an ETag to its version, because a caller who got the object from a list knows only the version. */
function versionTag(etag: string): string {
  return etag.replace(/^("\d+)-.*"$/, '$1"');
}
