import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { toTextLine } from "./to-text-line.ts";

const { trace, debug, info, warn, error } = pino.levels.values as Record<string, number> & Record<"trace", number>;
const time = "2026-03-02T09:00:00.123Z";
const request = {
  msg: "request",
  requestId: "req_1",
  method: "GET",
  route: "/v1/time-entries/:id",
  status: 200,
  ms: 2.1,
};
const at = "%time%";

// oxfmt-ignore
for (const [name, least, entry, expected] of [
  ["a message", warn, { level: 40, msg: "the connection is lost" }, `${at} warn  the connection is lost\n`],
  ["a message below the least level", warn, { level: 30, msg: "a backup was made" }, undefined],
  ["facts of a message", info, { level: 30, msg: "a backup was made", file: "a b.backup", room: { bytes: 1 } }, `${at} info  a backup was made file=a b.backup room={"bytes":1}\n`],
  ["a warning with its reason", warn, { level: 40, msg: "not ready", err: { message: "timed out", stack: "Error: timed out\n    at ask" } }, `${at} warn  not ready: timed out\n`],
  ["an error with its stack", warn, { level: 50, msg: "internal", err: { message: "oops", stack: "Error: oops\n    at ask" } }, `${at} error internal\n  Error: oops\n      at ask\n`],
  ["a request, usually", warn, { level: 30, ...request }, undefined],
  ["a request, verbose", info, { level: 30, ...request }, `${at} info  GET /v1/time-entries/:id 200 2.1 ms\n`],
  ["a redirection", warn, { level: 30, ...request, status: 303 }, undefined],
  ["a refused request", warn, { level: 30, ...request, status: 400 }, `${at} warn  GET /v1/time-entries/:id 400 2.1 ms\n`],
  ["a refused request, errors only", error, { level: 30, ...request, status: 499 }, undefined],
  ["a failed request, errors only", error, { level: 30, ...request, status: 500 }, `${at} error GET /v1/time-entries/:id 500 2.1 ms\n`],
  ["an unknown address", warn, { level: 30, ...request, route: "unknown", status: 404 }, `${at} warn  GET (unknown address) 404 2.1 ms\n`],
  ["a probe, verbose", info, { level: 20, ...request }, undefined],
  ["a probe, debugging", debug, { level: 20, ...request }, `${at} debug GET /v1/time-entries/:id 200 2.1 ms\n`],
  ["control characters of a client", trace, { level: 40, msg: "m", reason: "\u001b[2Jgone\r\n2026-03-02 09:00:00 error forged" }, `${at} warn  m reason=\\u{1b}[2Jgone\n  2026-03-02 09:00:00 error forged\n`],
  ["nothing, silenced", Infinity, { level: 60, msg: "the end" }, undefined],
] as const)
  test(`text for people: ${name}`, () => {
    const line = toTextLine(JSON.stringify({ time, ...entry }), least ?? 0);
    const local = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;
    const [stamp] = local.exec(line ?? "") ?? [];
    if (stamp !== undefined) assert.equal(new Date(stamp).getTime(), Date.parse("2026-03-02T09:00:00Z"));
    assert.equal(line?.replace(local, at), expected);
  });
