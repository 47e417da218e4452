import { open } from "node:fs/promises";
import { headBytes, pieceBytes, sampleBytes } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { type EncodingGuess, guessEncoding, type LegacyEncoding } from "./guess-encoding.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";

/** A file, possibly within a zip, that can be read from its beginning as often as needed. */
export interface FilePart {
  /** The path within a zip; undefined for the uploaded file itself. */
  name: string | undefined;
  /** The encoding to use if the bytes are neither UTF-8 nor UTF-16; without one, it is guessed. */
  encoding?: LegacyEncoding | undefined;
  /** The file's bytes in pieces. Each piece is valid only until the next one is read. */
  open(): AsyncIterable<Buffer>;
}

export interface TextFormat {
  encoding: "utf-8" | "utf-16le" | "utf-16be" | LegacyEncoding;
  /** Whether some bytes don't fit the encoding; they are read as U+FFFD. */
  isDamaged: boolean;
  /** How the encoding was guessed; undefined if the bytes show it. */
  guess?: EncodingGuess;
}

/** The uploaded file. Reuses one buffer, so each piece overwrites the one before it. */
export function filePart(path: string): FilePart {
  return {
    name: undefined,
    async *open() {
      const file = await open(path);
      try {
        const read = Buffer.allocUnsafeSlow(headBytes);
        for (;;) {
          const { bytesRead } = await file.read(read, 0, headBytes, null);
          if (bytesRead === 0) return;
          for (let at = 0; at < bytesRead; at += pieceBytes) {
            yield read.subarray(at, Math.min(at + pieceBytes, bytesRead));
          }
        }
      } finally {
        await file.close();
      }
    },
  };
}

/** The first bytes of a part: at least 64 KiB, or all of them if there are fewer. */
export async function readHead(part: FilePart): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.open()) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= headBytes) break;
  }
  return Buffer.concat(chunks);
}

/** The name of a part in messages. */
export function nameOf(part: FilePart): string {
  return part.name === undefined ? "The file" : `The file ${part.name} in the zip`;
}

/**
 * Detects the encoding from the bytes: a byte-order mark, the zeros of UTF-16, valid UTF-8, or else the part's
 * `encoding` or the one in which the words look likely. UTF-8 with a few invalid bytes still counts as UTF-8. Reads the
 * whole part. Throws UnreadableFile if the bytes aren't text.
 */
export async function detectFormat(part: FilePart, head: Buffer): Promise<TextFormat> {
  if (head.length === 0) throw new UnreadableFile("empty_file", `${nameOf(part)} is empty. Export it again.`);
  const wide = wideEncoding(head);
  if (wide !== undefined) return { encoding: wide, isDamaged: false };
  if (hasControlBytes(head) || kindOf(head) !== unknownKind) {
    throw new UnreadableFile(
      "not_an_export",
      `${nameOf(part)} isn't text: it begins like ${kindOf(head)}. Choose the export as CSV, JSON or zip.`,
    );
  }
  if (await isUtf8(part)) return { encoding: "utf-8", isDamaged: false };
  const { wrong, multibyte } = await countBytes(part);
  if (wrong * 4 <= multibyte) return { encoding: "utf-8", isDamaged: true };
  const { encoding } = part;
  const guess = encoding === undefined ? guessEncoding(await sampleLines(part)) : { encoding, answers: [] };
  return { encoding: guess.encoding, isDamaged: false, guess };
}

/** The first lines with bytes that aren't ASCII. */
async function sampleLines(part: FilePart): Promise<Buffer> {
  const lines: string[] = [];
  let length = 0;
  let rest = "";
  const add = (line: string) => {
    if (!/[^\0-\x7f]/.test(line)) return;
    lines.push(line);
    length += line.length;
  };
  for await (const chunk of part.open()) {
    const found = (rest + chunk.toString("latin1")).split(/[\r\n]+/);
    rest = found.pop() ?? "";
    for (const line of found) add(line);
    if (length >= sampleBytes || rest.length > sampleBytes) break;
  }
  if (length < sampleBytes) add(rest);
  return Buffer.from(lines.join("\n"), "latin1");
}

function wideEncoding(head: Buffer): TextFormat["encoding"] | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const sample = head.subarray(0, 512);
  let [even, odd] = [0, 0];
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const most = sample.length / 4;
  if (odd > most && even === 0) return "utf-16le";
  if (even > most && odd === 0) return "utf-16be";
  return undefined;
}

function hasControlBytes(head: Buffer): boolean {
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 26) || (byte > 27 && byte < 32));
}

const unknownKind = "binary data";
const kinds = [
  ["89504e47", "a picture (PNG)"],
  ["ffd8ff", "a picture (JPEG)"],
  ["47494638", "a picture (GIF)"],
  ["25504446", "a PDF"],
  ["1f8b", "a gzip archive"],
  ["d0cf11e0", "an old Excel file"],
] as const;

/** The kind of file in words, as indicated by its first bytes. */
function kindOf(head: Buffer): string {
  const start = head.toString("hex", 0, 4);
  return kinds.find(([beginning]) => start.startsWith(beginning))?.[1] ?? unknownKind;
}

async function isUtf8(part: FilePart): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decodes = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  for await (const chunk of part.open()) if (!decodes(chunk)) return false;
  return decodes();
}

/** Counts the bytes that aren't valid UTF-8 and, roughly, the multibyte characters. */
async function countBytes(part: FilePart): Promise<{ wrong: number; multibyte: number }> {
  let [wrong, multibyte] = [0, 0];
  for await (const text of readText(part, { encoding: "utf-8" }))
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
      if (character === "\ufffd") wrong++;
      else multibyte++;
    }
  return { wrong, multibyte };
}

/** The text of a part in pieces, without its byte-order mark. */
export async function* readText(
  part: FilePart,
  { encoding }: Pick<TextFormat, "encoding">,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of part.open()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
