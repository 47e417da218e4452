import { readBytes } from "#platform/text.ts";
import { parser } from "./pg-parts.ts";

export type Texts = (string | null)[];

const dataRow = "D".charCodeAt(0);
// The values of longer rows are not slices, because a short value that is kept would keep the whole row in memory.
const longestRow = 8_192;
const notAscii = /[\u0080-\u00ff]/;

/** Replaces `pg-protocol`'s `DataRowMessage`, because our readers need rows in different formats. */
export class RowMessage {
  readonly name = "dataRow";
  readonly length: number;
  readonly #packet: Buffer;
  readonly #start: number;

  constructor(length: number, packet: Buffer, start: number) {
    this.length = length;
    this.#packet = packet;
    this.#start = start;
  }

  // Callers must use `fields` or `cut()` before the next packet arrives, because it may overwrite this one.

  get fields(): Texts {
    const isLong = this.length > longestRow;
    return this.cut().map((bytes) => (bytes !== null && (isLong || notAscii.test(bytes)) ? readBytes(bytes) : bytes));
  }

  /**
   * Returns the values as the database's bytes, one character per byte. A DataRow (PostgreSQL manual, 54.7) has the
   * number of values, then each value after its length, which is -1 for null.
   */
  cut(): Texts {
    const start = this.#start;
    const end = start + this.length - 4;
    const row = this.#packet.toString("latin1", start, end);
    const texts: Texts = [];
    for (let at = start + 2; at < end;) {
      const length = this.#packet.readInt32BE(at);
      at += 4;
      if (length === -1) texts.push(null);
      else texts.push(row.slice(at - start, (at += length) - start));
    }
    return texts;
  }
}

/** Makes `pg` decode each row in one step and slice its values, if this version of `pg` allows it. */
export function readRowsWhole(): void {
  if (parser === undefined) return;
  const { handlePacket } = parser;
  parser.handlePacket = function (offset, code, length, bytes) {
    return code === dataRow
      ? new RowMessage(length, bytes, offset)
      : handlePacket.call(this, offset, code, length, bytes);
  };
}
