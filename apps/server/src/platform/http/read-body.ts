import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AppError } from "#platform/errors.ts";
import { bodyLimit } from "./json-body.ts";
import { tooLarge } from "./problem.ts";

/** What the headers alone already say against a body: 415 before 413 (ARCHITECTURE.md, "Life of a request"). */
export function bodyRefusal(contentType: string | undefined, headers: IncomingHttpHeaders): AppError | undefined {
  const length = Number(headers["content-length"] ?? 0);
  if (!(length > 0)) return undefined;
  if (!isJson(contentType)) return unsupported(contentType);
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity") {
    return new AppError(
      "unsupported_media_type",
      `Content-Encoding ${JSON.stringify(coding)} is not supported; send the body as it is.`,
    );
  }
  return length > bodyLimit ? tooLarge() : undefined;
}

/** The bytes of a body, undefined when there are none, whatever its Content-Type says. */
export async function readBody(
  stream: AsyncIterable<Buffer> | IncomingMessage,
  contentType: string | undefined,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (chunk.length === 0) continue;
    if (length === 0 && !isJson(contentType)) throw unsupported(contentType);
    length += chunk.length;
    if (length > bodyLimit) throw tooLarge();
    chunks.push(chunk);
  }
  return length === 0 ? undefined : Buffer.concat(chunks, length);
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
