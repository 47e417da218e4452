import { hash } from "node:crypto";
import { AppError } from "#platform/errors.ts";

/** Whether an If-None-Match or If-Match list (RFC 9110 §13.1) contains the tag; weak tags never match strongly. */
export function namesTag(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === etag);
}

/** The ETag of a representation that is identified by its bytes alone. */
export function etagOfBytes(bytes: Buffer): string {
  return `"${hash("sha256", bytes, "base64url").slice(0, 27)}"`;
}

/** Throws 412 if the caller's If-Match is for another state of the resource. */
export function checkIfMatch(header: string | undefined, etag: string): void {
  if (header === undefined) return;
  const asked = header.replaceAll(figures, "");
  if (namesTag(asked, etag) || namesTag(asked, versionTag(etag))) return;
  throw new AppError(
    "precondition_failed",
    `The resource has changed: its ETag is now ${etag}. Read it again and repeat the change.`,
  );
}

// Figures are at the end of a tag, after everything that a change could be based on.
const figures = /~[\d.-]*(?=")/g;

/** The ETag of a representation that also shows figures, which change without the resource: If-Match ignores them. */
export function withFigures(etag: string, shown: readonly number[]): string {
  return `${etag.slice(0, -1)}~${shown.join(".")}"`;
}

/** The version in an ETag: a caller who has an object from a list knows only its version. */
function versionTag(etag: string): string {
  return etag.replace(/^("\d+)-.*"$/, '$1"');
}
