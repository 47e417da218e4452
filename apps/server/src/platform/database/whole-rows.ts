import { DataRowMessage } from "pg-protocol/dist/messages.js";
import { Parser } from "pg-protocol/dist/parser.js";

/** `pg-protocol` calls it for each message. `length` counts its own four bytes, which are before `offset`. */
interface PacketParser {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown;
}

const dataRow = "D".charCodeAt(0);
// A short value that is kept would keep alive the whole text that it was sliced from.
const longestRow = 8_192;

/**
 * Makes `pg` decode each row at once and slice its values. `pg` decodes value by value, which took a sixth of the time
 * of a page of 50 entries, and has no setting for it. Long rows and rows with more than ASCII still go through `pg`.
 */
export function readRowsWhole(): void {
  const parser = Parser.prototype as unknown as PacketParser;
  const { handlePacket } = parser;
  parser.handlePacket = function (offset, code, length, bytes) {
    const texts = code === dataRow && length <= longestRow ? cutRow(bytes, offset, offset + length - 4) : undefined;
    return texts === undefined
      ? handlePacket.call(this, offset, code, length, bytes)
      : new DataRowMessage(length, texts as string[]);
  };
}

/** PostgreSQL manual, 54.7, DataRow: the number of values, and before each its length, or -1 for null. */
function cutRow(bytes: Buffer, start: number, end: number): (string | null)[] | undefined {
  const row = bytes.toString("latin1", start, end);
  const count = bytes.readInt16BE(start);
  const texts: (string | null)[] = [];
  let allBytes = 0;
  for (let at = start + 2; texts.length < count;) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === -1) {
      texts.push(null);
      continue;
    }
    const next = at + length;
    texts.push(row.slice(at - start, next - start));
    for (; at < next; at++) allBytes |= bytes[at] as number;
  }
  return allBytes < 0x80 ? texts : undefined;
}
