import { crc32, inflateRawSync } from "node:zlib";

/**
 * The files of a zip by their paths, for tests. Throws an Error when it is damaged. APPNOTE.TXT 4.3: the end record
 * (4.3.16) leads to the central directory (4.3.12), and that to the files.
 */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end !== bytes.length - 22) throw new Error("the zip has no end");
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.toString("latin1", at, at + 4) !== "PK\x01\x02") throw new Error(`no entry at ${at}`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const path = bytes.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const contents = inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20)));
    if (crc32(contents) !== bytes.readUInt32LE(at + 16)) throw new Error(`${path} is damaged`);
    files.set(path, contents);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  if (at !== end) throw new Error("the central directory is followed by something else");
  return files;
}
