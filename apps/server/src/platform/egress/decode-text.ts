import { UnreadableError } from "./unreadable-error.ts";

/** The bytes of a text and the character set that the server named, if any. */
export interface RawText {
  bytes: Uint8Array;
  charset: string | undefined;
}

/**
 * Decodes a text by its byte order mark, or by the character set in the header. Many servers name the same character
 * set for all their files, so UTF-16 and UTF-8 are recognized by the bytes themselves.
 */
export function decodeText({ bytes, charset }: RawText): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder("utf-16be").decode(bytes);
  const declared = charset === undefined ? undefined : decoderOf(charset);
  if (declared !== undefined && !/^(?:utf-|windows-1252)/.test(declared.encoding)) return declared.decode(bytes);
  const text = new TextDecoder().decode(bytes);
  if (!text.includes("\uFFFD")) return text;
  if (charset !== undefined && declared === undefined)
    throw new UnreadableError(
      `its character set ${JSON.stringify(charset.slice(0, 40))} is not supported; publish it as UTF-8`,
    );
  // Text with a few damaged characters still counts as UTF-8.
  return /[\u0080-\uFFFC]/.test(text) ? text : new TextDecoder("windows-1252").decode(bytes);
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
