import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { fromBufferPromise } from "yauzl";

/** Reads the files of a zip by path. Rejects if the zip is damaged. Verifies the checksums, because yauzl does not. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const contents = await buffer(await zip.openReadStreamPromise(entry));
    assert.equal(crc32(contents), entry.crc32, `${entry.fileName} is whole`);
    files.set(entry.fileName, contents);
  }
  return files;
}
