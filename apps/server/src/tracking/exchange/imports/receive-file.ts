import type { Readable } from "node:stream";
import { maxUploadBytes } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { createBufferCollector } from "#platform/process/collect-buffers.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { deleteFrom, insertChunk } from "./queries.ts";
import { mebibyte } from "#platform/process/memory.ts";

const chunkBytes = mebibyte;

export const mediaTypes = ["text/csv", "application/json", "application/zip"] as const;

/** The media type without its parameters; throws 415 for a type that imports don't accept. */
export function readMediaType(given: string | undefined): string {
  const type = given?.split(";", 1)[0]?.trim().toLowerCase();
  const known = mediaTypes.find((one) => one === type);
  if (known !== undefined) return known;
  const sent =
    given === undefined ? "The body has no Content-Type" : `Content-Type ${JSON.stringify(given)} is not supported`;
  throw new AppError("unsupported_media_type", `${sent}; send ${mediaTypes.join(", ")}.`);
}

/**
 * Stores a file in chunks as it arrives, with one chunk in memory. Throws 413 for more than `maxUploadBytes`, and 400 for a
 * body that is empty or ends early; in these cases it stores nothing.
 */
export async function receiveFile(
  db: Database,
  orgId: string,
  importId: string,
  body: Readable,
  most = maxUploadBytes,
): Promise<number> {
  let bytes = 0;
  let number = 0;
  // Reuses one buffer, because a new one per chunk would stay in memory until the next garbage collection.
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let filled = 0;
  let collect: (() => void) | undefined;
  const flush = async () => {
    await insertChunk(db, orgId, importId, number++, chunk.subarray(0, filled));
    filled = 0;
    // A chunk leaves garbage three times its size: the received pieces and the database message.
    (collect ??= createBufferCollector())();
  };
  try {
    // Keeps the request open on errors, because destroying it would close the connection before the response is sent.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw tooLarge();
      for (let taken = 0; taken < piece.length;) {
        const copied = piece.copy(chunk, filled, taken);
        taken += copied;
        filled += copied;
        if (filled === chunkBytes) await flush();
      }
    }
    if (bytes === 0) throw new AppError("missing_field", "The body is empty; send the file itself.");
    if (filled > 0) await flush();
    return bytes;
  } catch (error) {
    body.resume();
    await deleteFrom(db, ["import_chunks"], orgId, importId);
    if (error instanceof AppError || bytes === 0) throw error;
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    throw new AppError("malformed_request", "The body did not arrive completely. Send the file again.", {
      cause: error,
    });
  }
}

/** Throws 413 if the declared length of the body is too large, before the body is read. */
export function refuseLength(contentLength: string | undefined): void {
  if (Number(contentLength ?? 0) > maxUploadBytes) throw tooLarge();
}

function tooLarge(): AppError {
  const message = "The file is larger than 100 MB. Export several shorter ranges, or send it as a zip.";
  return new AppError("payload_too_large", message);
}
