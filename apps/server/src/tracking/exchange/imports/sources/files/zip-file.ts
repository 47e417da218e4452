import { crc32 } from "node:zlib";
import { highestRatio, maxUnpackedBytes, maxZippedFiles } from "#tracking/exchange/imports/sources/rows/limits.ts";
import yauzl from "yauzl";
import { mebibyte } from "#platform/process/memory.ts";
import { storableText } from "#tracking/exchange/imports/sources/values/texts.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import type { FilePart } from "./text-file.ts";

const smallBytes = mebibyte;

/**
 * Opens a zip and checks the number, declared sizes, ratios and paths of its files. The declared sizes may be wrong, so
 * reading a file also fails if the file is longer or its checksum differs. Throws UnreadableFile.
 */
export async function openZip(path: string) {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(refuseDamage);
  try {
    const entries: yauzl.Entry[] = [];
    let bytes = 0;
    if (zip.entryCount > maxZippedFiles) refuseSize(`has ${zip.entryCount} files, more than ${maxZippedFiles}`);
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      if (bytes > maxUnpackedBytes) refuseSize(`expands to more than ${maxUnpackedBytes / smallBytes} MiB`);
      if (entry.uncompressedSize > smallBytes && entry.uncompressedSize > highestRatio * entry.compressedSize) {
        refuseSize(`has a file that expands to more than ${highestRatio} times its size: ${entry.fileName}`);
      }
      if (entry.isEncrypted()) {
        throw new UnreadableFile("damaged_zip", "The zip is encrypted. Create one without a password.");
      }
      if (!entry.fileName.endsWith("/") && !entry.fileName.startsWith("__MACOSX/")) entries.push(entry);
    }
    const folder = commonFolder(entries.map(({ fileName }) => fileName));
    const parts = entries.map((entry): [string, FilePart] => {
      const name = storableText(entry.fileName.slice(folder.length));
      return [name, { name, open: () => readEntry(zip, entry) }];
    });
    return {
      /** The files by path. The paths omit a folder that contains all files. */
      parts: new Map(parts),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof UnreadableFile ? error : refuseDamage(error);
  }
}

/** The folder that contains all files; zips made from a folder have one. */
function commonFolder(names: string[]): string {
  const first = names[0] ?? "";
  const folder = first.slice(0, first.indexOf("/") + 1);
  return names.every((name) => name.startsWith(folder)) ? folder : "";
}

async function* readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer, void> {
  let checksum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    refuseDamage(error);
  }
  if (checksum !== entry.crc32) refuseDamage(new Error(`the checksum of ${entry.fileName} differs`));
}

function refuseSize(fault: string): never {
  throw new UnreadableFile("zip_too_large", `The zip ${fault}. Upload the files in it one by one.`);
}

function refuseDamage(error: unknown): never {
  const fault = error instanceof Error ? error.message : String(error);
  throw new UnreadableFile("damaged_zip", `The zip is damaged (${fault}). Download or export it again.`);
}
