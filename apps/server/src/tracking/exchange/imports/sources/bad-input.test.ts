import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { deflateRawSync, crc32 } from "node:zlib";
import { inspectSource } from "./read-source.ts";
import { csvOf, fileOf, readFile, refusalOf, defaultStyle, zipOf } from "#test/files/program-exports.ts";

const toggl = [
  "User",
  "Email",
  "Project",
  "Description",
  "Start date",
  "Start time",
  "End date",
  "End time",
  "Duration",
];
const row = ["Ann", "ann@example.test", "P", "x", "2024-03-04", "10:00:00", "2024-03-04", "11:00:00", "01:00:00"];
const good = csvOf(toggl, [row]);

/** A zip that contains one file, with any name, bytes and declared size. */
function rawZip(name: string, packed: Buffer, { size, checksum }: { size: number; checksum: number }): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04_03_4b_50, 0);
  local.writeUInt16LE(8, 8);
  const sizes = (at: number, header: Buffer) => {
    header.writeUInt32LE(checksum, at);
    header.writeUInt32LE(packed.length, at + 4);
    header.writeUInt32LE(size, at + 8);
    header.writeUInt16LE(name.length, at + 12);
  };
  sizes(14, local);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02_01_4b_50, 0);
  central.writeUInt16LE(8, 10);
  sizes(16, central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}

function deflated(text: string | Buffer) {
  const bytes = Buffer.from(text);
  return { packed: deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) };
}

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

test("a file that isn't an export is refused with a code and a solution", async () => {
  const { packed, ...declared } = deflated(good);
  const bomb = deflated(Buffer.alloc(20_000_000));
  const whole = await zipOf({ "a.csv": good });
  const examples: [string, Buffer | string, string, RegExp][] = [
    ["empty", "", "empty_file", /^The file is empty\. Export it again\.$/],
    ["blank", "\ufeff \r\n\r\n", "empty_file", /empty/],
    ["a picture", png, "not_an_export", /a picture \(PNG\).*Choose the export as CSV, JSON or zip/],
    ["a PDF", "%PDF-1.7\n1 0 obj, 2", "not_an_export", /a PDF/],
    ["binary", Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7) % 256)), "not_an_export", /binary data/],
    ["a web page", "<!doctype html><title>Sign in</title>", "not_an_export", /web page/],
    ["a text", "Dear all,\nthis is", "missing_columns", /lacks a start.*Map the columns/],
    ["one word", "hello\nworld", "not_an_export", /has no columns in its first line/],
    ["an Excel workbook", await zipOf({ "[Content_Types].xml": "<x/>" }), "not_an_export", /Excel workbook.*as CSV/],
    ["a zip of other things", await zipOf({ "a.txt.png": "x" }), "not_an_export", /contains no known export/],
    ["half a zip", whole.subarray(0, whole.length / 2), "damaged_zip", /damaged/],
    ["a zip with a wrong checksum", rawZip("a.csv", packed, { ...declared, checksum: 1 }), "damaged_zip", /checksum/],
    [
      "a zip that holds more than it declares",
      rawZip("a.csv", packed, { ...declared, size: 9 }),
      "damaged_zip",
      /damaged/,
    ],
    ["a path in a zip", rawZip("../a.csv", packed, declared), "damaged_zip", /\.\.\/a\.csv/],
    ["a bomb", rawZip("a.csv", bomb.packed, bomb), "zip_too_large", /more than 200 times/],
    ["a zip of 2 GB", rawZip("a.csv", packed, { ...declared, size: 2 ** 31 }), "zip_too_large", /more than 1024 MiB/],
    [
      "different programs",
      await zipOf({ "a.csv": good, "b.csv": csvOf(["Date", "Hours", "First Name"], []) }),
      "not_an_export",
      /toggl and harvest/,
    ],
    ["half a JSON", '[{"id":1},{"id', "damaged_json", /near item 2/],
    ["wrong JSON", '[{"id":01}]', "damaged_json", /near item 2|near item 1/],
    ["a quote that is never closed", `${good}"Bob,bob@example.test,P\n`, "unclosed_quote", /begins on line 3/],
  ];
  for (const [name, contents, code, message] of examples) {
    const [found, text] = await refusalOf(fileOf(contents));
    assert.deepEqual([name, found], [name, code], text);
    assert.match(text, message, name);
  }
});

test("a source that does not fit the file is refused with the missing columns", async () => {
  const path = fileOf(csvOf(["a", "b"], [["1", "2"]]));
  const [code, message] = await refusalOf(path, { source: "toggl" });
  assert.equal(code, "missing_columns");
  assert.equal(
    message,
    "The file lacks a start: a date, or a date with a time and a duration or an end. Its columns are: a, b. Choose another source than toggl, or export the file again.",
  );
  assert.equal((await refusalOf(path, { source: "solidtime" }))[0], "not_an_export");
  assert.equal((await refusalOf(fileOf("[]"), { source: "toggl" }))[0], "not_an_export");
  assert.match((await refusalOf(path, { columns: { startedAt: "c" } }))[1], /no column "c".*startedAt.*a, b/);
});

test("an endless line, cell or item ends the reading early", async () => {
  const endless = "x".repeat(3_000_000);
  for (const text of [endless, `${good}${endless}`, `${good}"${endless}\n`, `a,b\n${`${endless},\n`.repeat(1)}`]) {
    const [code, message] = await refusalOf(fileOf(text));
    assert.equal(code, "line_too_long", message);
  }
  const [code, message] = await refusalOf(fileOf(`[{"id":1},{"description":"${endless}"}]`));
  assert.equal(code, "line_too_long");
  assert.match(message, /item 2/);
});

test("only the content is recognized, whatever the name", async () => {
  const path = `${fileOf("")}-harvest.zip`;
  await writeFile(path, good);
  assert.equal((await inspectSource(path, {})).source, "toggl");
});

test("empty lines and a file without rows are fine", async () => {
  const { facts, rows } = await readFile(csvOf(toggl, [], defaultStyle));
  assert.deepEqual([facts.rows, rows, facts.hasZones], [0, [], false]);
  const spaced = await readFile(good.replace("Duration\r\n", "Duration\r\n\r\n\r\n"));
  assert.deepEqual(
    spaced.rows.map(({ line, durationSeconds }) => [line, durationSeconds]),
    [[4, 3600]],
  );
});
