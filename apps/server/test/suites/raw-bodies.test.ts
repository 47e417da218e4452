import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "#test/http/raw-connection.ts";
import { assertRawProblem, assertUsable, listening } from "#test/http/wire.ts";

test("bodies are checked by their type and bytes, and the connection stays in sync", async () => {
  const wireNow = await listening();
  const { port, head } = wireNow;
  const sent = (type: string | undefined, body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(
        head(
          "POST /v1/projects",
          ...(type === undefined ? [] : [`Content-Type: ${type}`]),
          `Content-Length: ${Buffer.byteLength(body)}`,
        ),
      ),
      Buffer.from("\r\n"),
      Buffer.from(body),
    ]);
  const chunked = (type: string | undefined, ...chunks: string[]) =>
    `${head("POST /v1/projects", ...(type === undefined ? [] : [`Content-Type: ${type}`]), "Transfer-Encoding: chunked")}\r\n${chunks
      .map((chunk) => `${chunk.length.toString(16)};ext=1\r\n${chunk}\r\n`)
      .join("")}0\r\nX-Trailer: 1\r\n\r\n`;
  const name = '{"name":""}';
  const cases: [string | Buffer, number, string][] = [
    [sent("application/json", name), 422, "validation_failed"],
    [sent("APPLICATION/JSON ; charset=latin1", name), 422, "validation_failed"],
    [sent("text/plain", name), 415, "unsupported_media_type"],
    [sent("application/jsonp", name), 415, "unsupported_media_type"],
    [sent("", name), 415, "unsupported_media_type"],
    [sent("\u00ff/;;;", name), 415, "unsupported_media_type"],
    [sent(undefined, name), 415, "unsupported_media_type"],
    [sent("application/json", ""), 400, "malformed_request"],
    [sent("text/plain", ""), 400, "malformed_request"],
    [sent(undefined, ""), 400, "malformed_request"],
    [chunked("application/json", name.slice(0, 4), name.slice(4)), 422, "validation_failed"],
    [chunked("text/plain", name), 415, "unsupported_media_type"],
    [chunked(undefined, name), 415, "unsupported_media_type"],
    [chunked(undefined), 400, "malformed_request"],
    [chunked("text/plain"), 400, "malformed_request"],
    [`${head("POST /v1/projects")}\r\n`, 400, "malformed_request"],
    [sent("application/json", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 400, "malformed_request"],
    [sent("application/json", Buffer.from('{"name":"\xed\xa0\x80"}', "latin1")), 400, "malformed_request"],
    [sent("application/json", Buffer.from(name, "utf16le")), 400, "malformed_request"],
    [sent("application/json", '{"name":"a","name":"b"}'), 400, "malformed_request"],
    [sent("application/json", '{"name":"a","n\\u0061me":"b"}'), 400, "malformed_request"],
    [sent("application/json", "[".repeat(100_000)), 400, "malformed_request"],
    [sent("application/json", `${"[".repeat(100_000)}${"]".repeat(100_000)}`), 400, "malformed_request"],
    [sent("application/json", `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`), 400, "malformed_request"],
    [sent("application/json", `{"a":${'{"a":'.repeat(50_000)}1${"}".repeat(50_001)}`), 400, "malformed_request"],
    [sent("application/json", '{"__proto__":{"name":"x"}}'), 400, "missing_field"],
    [sent("application/json", '{"name":"x","constructor":{"prototype":{}}}'), 422, "validation_failed"],
    [sent("application/json", '{"name":"\\u0000"}'), 422, "validation_failed"],
    [sent("application/json", '{"name":"\\ud800"}'), 422, "validation_failed"],
    [sent("application/json", "{'name':1}"), 400, "malformed_request"],
    [sent("application/json", "nul"), 400, "malformed_request"],
  ];
  const connection = await connect(port);
  for (const [bytes, status, code] of cases) {
    connection.send(bytes);
    const reply = await connection
      .reply()
      .catch((error: Error) => assert.fail(`${bytes.toString().slice(-200)} ${error.message}`));
    assert.equal(
      `${reply.status} ${reply.json.code}`,
      `${status} ${code}`,
      `${bytes.toString().slice(-200)} ${reply.text}`,
    );
  }
  await assertUsable(connection, wireNow);
});

const mebibytes2 = 2 * 1_048_576;

test("a body that is too large is a 413, which can be read before the connection continues or ends", async () => {
  const wireNow = await listening();
  const { port, head } = wireNow;
  const body = Buffer.alloc(mebibytes2, " ");
  const type = "Content-Type: application/json";
  const whole: [string, Buffer][] = [
    [`${head("POST /v1/clients", type, `Content-Length: ${mebibytes2}`)}\r\n`, body],
    [
      `${head("POST /v1/clients", type, "Transfer-Encoding: chunked")}\r\n`,
      Buffer.concat([Buffer.from(`${mebibytes2.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]),
    ],
    [
      `${head("POST /v1/clients", type, "Transfer-Encoding: chunked")}\r\n`,
      Buffer.concat([
        ...Array.from({ length: 512 }, () => Buffer.from(`1000\r\n${" ".repeat(4_096)}\r\n`)),
        Buffer.from("0\r\n\r\n"),
      ]),
    ],
  ];
  for (const [at, [first, rest]] of whole.entries()) {
    const connection = await connect(port);
    connection.send(first);
    connection.send(rest);
    const reply = await connection.reply().catch((error: Error) => assert.fail(`${at}: ${error.message}`));
    assertRawProblem(reply, 413, "payload_too_large");
    await assertUsable(connection, wireNow);
  }
  // This client waits for a reply to its head before it sends the body.
  const waiting = await connect(port);
  waiting.send(`${head("POST /v1/clients", type, `Content-Length: ${mebibytes2}`, "Expect: 100-continue")}\r\n`);
  assertRawProblem(await waiting.reply(), 413, "payload_too_large");
  waiting.destroy();
});

test("an earlier refusal can be read too, however large the body after it is", async () => {
  const wireNow = await listening();
  const body = " ".repeat(mebibytes2);
  const unauthorized = wireNow.head("POST /v1/clients").replace(/stint_\w+/, "stint_0");
  for (const [first, status] of [
    [unauthorized, 401],
    [wireNow.head("POST /v1/nothing"), 404],
    [wireNow.head("PUT /v1/clients"), 405],
    [wireNow.head("POST /v1/clients", "Content-Type: text/plain"), 415],
    [wireNow.head("PATCH /v1/clients/client_0", "Content-Type: application/json"), 413],
  ] as const) {
    for (const framed of [
      `Content-Length: ${body.length}\r\n\r\n${body}`,
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ]) {
      const connection = await connect(wireNow.port);
      connection.send(`${first}${framed}`);
      const reply = await connection
        .reply()
        .catch((error: Error) => assert.fail(`${status} ${framed.slice(0, 20)} ${error.message}`));
      assert.equal(reply.status, status, reply.text);
      await assertUsable(connection, wireNow);
    }
  }
});

test("Expect: 100-continue gets its reply before the body is sent, other expectations are ignored", async () => {
  const { port, head } = await listening();
  const body = '{"name":""}';
  for (const expect of ["100-continue", "100-Continue", "something-else"]) {
    const connection = await connect(port);
    connection.send(
      `${head("POST /v1/projects", "Content-Type: application/json", `Content-Length: ${body.length}`, `Expect: ${expect}`)}\r\n`,
    );
    connection.send(body);
    assertRawProblem(await connection.reply(), 422, "validation_failed");
    connection.destroy();
  }
});
