import assert from "node:assert/strict";
import { test } from "node:test";
import { Parser } from "pg-protocol/dist/parser.js";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { join, raw, sql } from "#platform/database/database.ts";
import { parser } from "./pg-parts.ts";

function dataRow(values: (string | null)[]): Buffer {
  const parts = values.map((value) => {
    const bytes = Buffer.from(value ?? "");
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : bytes.length);
    return Buffer.concat([length, bytes]);
  });
  const head = Buffer.alloc(7);
  head.write("D");
  head.writeInt32BE(6 + Buffer.concat(parts).length, 1);
  head.writeInt16BE(values.length, 5);
  return Buffer.concat([head, ...parts]);
}

function parse(packets: Buffer): unknown[] {
  const rows: unknown[] = [];
  new Parser().parse(packets, (message) => rows.push((message as unknown as { fields: unknown }).fields));
  return rows;
}

const texts = ["", "a", "Worked on ticket 1999", "x".repeat(127), "y".repeat(128), "z".repeat(255), "w".repeat(9_000)];
const notAscii = ["ü", "Zürich, gestern", "日本語のメモ", "👩‍💻 pairing", "\u0080", "\uFFFD", "é".repeat(200)];

test("a row of ASCII is decoded at once", { skip: parser === undefined }, () => {
  const packet = dataRow(["id", null, "", "x".repeat(300)]);
  const { toString } = packet;
  packet.toString = (encoding, start, end) => {
    assert.equal(encoding, "latin1", "a value was decoded by itself");
    return toString.call(packet, encoding, start, end);
  };
  assert.deepEqual(parse(packet), [["id", null, "", "x".repeat(300)]]);
});

test("rows are the same whatever they hold, alone and one behind the other", () => {
  const rows = [
    texts,
    notAscii,
    [null, ...texts.slice(0, 4), null],
    ["plain", "ü", "plain"],
    [null, "é"],
    [null],
    [],
    texts.slice(0, 3),
  ];
  for (const row of rows) assert.deepEqual(parse(dataRow(row)), [row]);
  assert.deepEqual(parse(Buffer.concat(rows.map(dataRow))), rows);
});

test("values come back from the database as they were sent", async () => {
  const { db } = await sharedDatabase();
  for (const values of [texts.slice(0, 6), texts, notAscii, ["a", ...notAscii]]) {
    const columns = values.map((value, at) => sql`${value}::text as ${raw(`c${at}`)}`);
    const [row] = await db.query<Record<string, string>>(sql`select ${join(columns)}, null as nothing`);
    assert.deepEqual(Object.values(row ?? {}), [...values, null]);
  }
});
