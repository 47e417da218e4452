import { promisify } from "node:util";
import zlib from "node:zlib";
import { UnreadableError } from "./unreadable-error.ts";

type Limit = { maxOutputLength: number };
type Unpack = (bytes: Buffer, limit: Limit) => Promise<Buffer>;

const gunzip = promisify<Buffer, Limit, Buffer>(zlib.gunzip);
const inflate = promisify<Buffer, Limit, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, Limit, Buffer>(zlib.inflateRaw);

/** Some servers say that they compress but do not, so the bytes decide. */
const unpackGzip: Unpack = async (bytes, limit) => (bytes.readUInt16BE() === 0x1f8b ? gunzip(bytes, limit) : bytes);

const unpackers: Record<string, Unpack> = {
  gzip: unpackGzip,
  "x-gzip": unpackGzip,
  // Many servers omit zlib's header, which HTTP requires.
  deflate: (bytes, limit) =>
    (bytes.readUInt16BE() % 31 === 0 && (bytes[0] ?? 0) % 16 === 8 ? inflate : inflateRaw)(bytes, limit),
  br: promisify<Buffer, Limit, Buffer>(zlib.brotliDecompress),
  zstd: promisify<Buffer, Limit, Buffer>(zlib.zstdDecompress),
};

/** Decompresses a reply, including a gzip file that the header does not mention. Stops at `maxBytes`. */
export async function unpack(packed: Buffer, header: string, maxBytes: number): Promise<Buffer> {
  const names = header
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "" && name !== "identity")
    .reverse();
  let bytes = packed;
  for (const name of [...names, "gzip"]) {
    const unpackOne = unpackers[name];
    // Allows at most two compressions, because undoing each may take as long as the whole download.
    if (unpackOne === undefined || names.length > 2)
      throw new UnreadableError(
        `the server compressed it as ${JSON.stringify(header.slice(0, 40))}, which Stint does not support; ask its operator to send it uncompressed`,
      );
    if (bytes.length < 2) return bytes;
    try {
      bytes = await unpackOne(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
      throw new UnreadableError("its compressed bytes are damaged; try again later", { cause: error });
    }
  }
  return bytes;
}

export function tooLarge(maxBytes: number): UnreadableError {
  return new UnreadableError(`it is larger than ${maxBytes / 1_000_000} MB; publish a smaller part of it`);
}
