import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#platform/errors.ts";
import { parseJsonObject } from "./json-body.ts";

const parse = (text: string) => parseJsonObject(Buffer.from(text));

function refusalOf(bytes: Buffer): AppError {
  try {
    parseJsonObject(bytes);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "malformed_request");
    return error;
  }
  throw new assert.AssertionError({ message: `${bytes.toString().slice(0, 60)} was accepted` });
}

test("a JSON object is read as JSON.parse reads it", () => {
  const texts = [
    "{}",
    ' \r\n\t{ "a" : [ 1 , { "b" : null } ] , "c" : "\\"{[,:" } ',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"":1,"\\u0000":2,"\u{1f600}":-1.5e3}',
    '{"a":"\\\\","b":"\\\\\\""}',
  ];
  for (const text of texts) assert.deepEqual(parse(text), JSON.parse(text), text);
});

test("a key that looks like part of every object is only a key", () => {
  const value = parse('{"__proto__":{"admin":true},"constructor":1}');
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test("text that isn't JSON, or has no object at the top level, is refused", () => {
  for (const text of ["", " ", "{", "{}}", "{'a':1}", '{"a":1,}', '{"a":NaN}', '{"a":01}', '{"a":"\n"}', "{} {}"]) {
    assert.match(refusalOf(Buffer.from(text)).message, /not valid JSON/, text);
  }
  for (const text of ["[]", "null", "true", "1", '"a"']) {
    assert.match(refusalOf(Buffer.from(text)).message, /must be a JSON object/, text);
  }
});

test("bytes that aren't UTF-8 are refused, not replaced", () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f]]) {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    assert.match(refusalOf(body).message, /not valid UTF-8/);
  }
});

test("a key that occurs twice in one object is refused, with its location", () => {
  const examples = [
    ['{"a":1,"a":1}', "/a"],
    ['{"a":1,"\\u0061":2}', "/a"],
    ['{"x":[{},{"k":{"a":1,"b":2,"a":3}}]}', "/x/1/k/a"],
    ['{"a/b~c":1,"a/b~c":2}', "/a~1b~0c"],
    ['{"a" : 1 , "a"\n:2}', "/a"],
  ] as const;
  for (const [text, pointer] of examples) {
    const { errors } = refusalOf(Buffer.from(text));
    assert.deepEqual(
      errors?.map((error) => [error.pointer, error.code]),
      [[pointer, "duplicate_key"]],
      text,
    );
  }
});

test("32 levels are read, one more is refused", () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  assert.doesNotThrow(() => parse(nested(32)));
  assert.match(refusalOf(Buffer.from(nested(33))).message, /deeper than 32/);
});

test("a body of very many values is refused before anything checks them", () => {
  const many = (values: number) => `{"a":[${"0,".repeat(values - 1)}0]}`;
  assert.doesNotThrow(() => parse(many(50_000)));
  assert.match(refusalOf(Buffer.from(many(50_002))).message, /more than 50000 values/);
});
