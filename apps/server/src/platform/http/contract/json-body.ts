import { AppError, escapePointer, type FieldError } from "#platform/errors.ts";
import { mebibyte } from "#platform/process/memory.ts";

export const bodyLimit = mebibyte;
export const deepest = 32;
const maxValues = 50_000;

/**
 * Parses a body strictly: valid UTF-8, valid JSON, an object at the top level, no duplicate key (JSON.parse would
 * silently keep the last one), bounded nesting. Throws `malformed_request` (400) with the fault and its location.
 */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8. Send JSON that is encoded as UTF-8.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("The body must be a JSON object.");
  }
  checkStructure(text);
  return value as Record<string, unknown>;
}

function malformed(message: string, errors?: FieldError[]): AppError {
  return new AppError("malformed_request", message, errors === undefined ? {} : { errors });
}

/** Scans text that is known to be valid JSON. Stores only the keys of objects that are still open. */
function checkStructure(text: string): void {
  const open: { keys: Set<string> | undefined; key: string; index: number }[] = [];
  let values = 0;
  const pointer = () =>
    open.map((level) => `/${level.keys === undefined ? level.index : escapePointer(level.key)}`).join("");
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.at(-1);
    if (code === 0x22) {
      const end = endOfString(text, at);
      if (top?.keys !== undefined && isKey(text, end)) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        top.key = key;
        if (top.keys.has(key)) {
          const message = `The key ${JSON.stringify(key)} occurs twice in one object. Send it once.`;
          throw malformed(message, [{ pointer: pointer(), code: "duplicate_key", message }]);
        }
        top.keys.add(key);
      }
      at = end;
    } else if (code === 0x7b || code === 0x5b) {
      open.push({ keys: code === 0x7b ? new Set() : undefined, key: "", index: 0 });
      if (open.length > deepest)
        throw malformed(`The body is nested deeper than ${deepest} levels. Send a flatter object.`);
    } else if (code === 0x7d || code === 0x5d) {
      open.pop();
    } else if (code === 0x2c) {
      if (top !== undefined) top.index++;
      if (++values > maxValues)
        throw malformed(`The body contains more than ${maxValues} values. Send less data at once.`);
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
}

function isKey(text: string, end: number): boolean {
  for (let at = end + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3a) return true;
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
}
