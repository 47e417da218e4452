import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesRedirectUri } from "./redirect-uri.ts";

test("only the port of a loopback redirect URI may differ from the registered text", () => {
  const same: [registered: string, asked: string][] = [
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb"],
    ["http://127.0.0.1/cb?a=1", "http://127.0.0.1:65535/cb?a=1"],
    ["http://localhost:1/cb", "http://localhost/cb"],
    ["http://[::1]:1/cb", "http://[::1]:2/cb"],
    ["http://127.0.0.1:1", "http://127.0.0.1:2"],
    ["https://a.example/cb", "https://a.example/cb"],
    ["com.example.app:/cb", "com.example.app:/cb"],
  ];
  for (const [registered, asked] of same)
    assert.equal(matchesRedirectUri(asked, [registered]), true, `${registered} ${asked}`);
  const different: [registered: string, asked: string][] = [
    ["http://127.0.0.1:1/cb", "http://127.1:2/cb"],
    ["http://127.0.0.1:1/cb", "http://0x7f000001:2/cb"],
    ["http://127.0.0.1:1/cb", "http://2130706433:1/cb"],
    ["http://localhost:1/cb", "http://LOCALHOST:2/cb"],
    ["http://localhost:1/cb", "http://[::1]:2/cb"],
    ["http://[::1]:1/cb", "http://[0:0::1]:2/cb"],
    ["http://127.0.0.1:1/cb", "HTTP://127.0.0.1:2/cb"],
    ["http://127.0.0.1:1/cb", "https://127.0.0.1:2/cb"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/x/../cb"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/%63b"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb?"],
    ["http://127.0.0.1:1/cb?a=1", "http://127.0.0.1:2/cb?a=2"],
    ["http://127.0.0.1:1", "http://127.0.0.1:2/"],
    ["http://127.0.0.1:1/cb", "http://@127.0.0.1:2/cb"],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:65536/cb"],
    ["http://127.0.0.1:1/cb", "http:/127.0.0.1:2/cb"],
    ["https://a.example:1/cb", "https://a.example:2/cb"],
    ["com.example.app://localhost:1/cb", "com.example.app://localhost:2/cb"],
  ];
  for (const [registered, asked] of different)
    assert.equal(matchesRedirectUri(asked, [registered]), false, `${registered} ${asked}`);
});
