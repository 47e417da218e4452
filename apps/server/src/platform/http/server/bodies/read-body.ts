import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { AppError } from "#platform/errors.ts";
import { bodyLimit } from "#platform/http/contract/json-body.ts";
import { tooLarge } from "#platform/http/contract/problem.ts";

/** Returns the error that the headers alone cause: 415 before 413 (ARCHITECTURE.md, "Life of a request"). */
export function bodyRefusal(contentType: string | undefined, headers: IncomingHttpHeaders): AppError | undefined {
  const length = Number(headers["content-length"] ?? 0);
  if (!(length > 0)) return undefined;
  return formRefusal(contentType, headers) ?? (length > bodyLimit ? tooLarge() : undefined);
}

function formRefusal(contentType: string | undefined, headers: IncomingHttpHeaders): AppError | undefined {
  if (!isJson(contentType)) return unsupported(contentType);
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() === "identity") return undefined;
  return new AppError(
    "unsupported_media_type",
    `Content-Encoding ${JSON.stringify(coding)} is not supported; send the body unencoded.`,
  );
}

/**
 * Reads a JSON body; undefined if it is empty. Rejects with 415 or 413, but still reads the rest and drops it: leaving
 * or destroying the stream midway would close the connection before the reply is sent.
 */
export function readBody(
  stream: Readable,
  contentType: string | undefined,
  headers: IncomingHttpHeaders,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      const refusal = length === 0 && chunk.length > 0 ? formRefusal(contentType, headers) : undefined;
      if (refusal !== undefined) return refuse(refusal);
      length += chunk.length;
      if (length > bodyLimit) return refuse(tooLarge());
      chunks.push(chunk);
    };
    const refuse = (error: AppError) => {
      chunks.length = 0;
      stream.off("data", take).resume();
      reject(error);
    };
    stream
      .on("data", take)
      .on("end", () => resolve(length === 0 ? undefined : Buffer.concat(chunks, length)))
      // The client has disconnected, so nobody reads this error.
      .on("error", (cause) =>
        reject(new AppError("malformed_request", "The body did not arrive completely.", { cause })),
      );
  });
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json[\t ]*(;|$)/i.test(contentType.trim());
}

function unsupported(contentType: string | undefined): AppError {
  const given =
    contentType === undefined
      ? "The body has no Content-Type"
      : `Content-Type ${JSON.stringify(contentType)} is not supported`;
  return new AppError("unsupported_media_type", `${given}; send application/json.`);
}
