/** The parts of the tar format (POSIX ustar) that a backup needs: files of known size, one after another. */

export const blockBytes = 512;

/** Two empty blocks end a tar file. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes);

const nameBytes = 100;
const maxBytes = 0o77777777777;

/** Returns the header of a file; throws if the format cannot express its name or size. */
export function tarHeader(name: string, size: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > nameBytes || size > maxBytes) throw new Error(`${name} does not fit into a tar file`);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, at, "latin1");
  header.write(name, 0, "utf8");
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 11);
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** Parses the name and size from a header; undefined if the block is damaged or not a header. */
export function readTarHeader(header: Buffer): { name: string; size: number } | undefined {
  const field = (at: number, length: number) => header.toString("latin1", at, at + length).replace(/[\0 ]+$/, "");
  if (header.toString("latin1", 257, 262) !== "ustar") return undefined;
  const [sum, size] = [field(148, 8), field(124, 12)].map((text) =>
    /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN,
  );
  if (sum !== checksumOf(header) || size === undefined || Number.isNaN(size)) return undefined;
  return { name: field(0, nameBytes), size };
}

/** Returns the number of zero bytes that follow a file of this size. */
export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** Sums the header's bytes, counting those of the checksum itself as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
}
