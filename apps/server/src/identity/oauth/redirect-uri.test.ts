import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesRedirectUri, whyRefused } from "./redirect-uri.ts";

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

test("codes go to https, to this machine and to installed programs, not to what browsers, systems or websites handle", () => {
  for (const scheme of (
    "cursor vscode vscode-insiders zed windsurf kiro trae antigravity positron claude warp raycast lmstudio goose " +
    "obsidian com.example.app x-my-app ws2 web"
  ).split(" "))
    for (const uri of [`${scheme}://x/cb`, `${scheme}://cb`, `${scheme}:/cb`, `${scheme}:cb?a=b`])
      assert.equal(whyRefused(uri), undefined, uri);
  for (const scheme of (
    "javascript data file filesystem blob about ws wss ftp ftps mailto tel sms smsto view-source vbscript chrome intent " +
    "chrome-extension moz-extension android-app edge content jar resource ms-msdt ms-settings search-ms sip xmpp matrix " +
    "webcal magnet web+stint JavaScript VIEW-SOURCE"
  ).split(" "))
    for (const uri of [`${scheme}://x/cb`, `${scheme}:x`])
      assert.match(whyRefused(uri) ?? "", /^(has the scheme|is not a valid address)/, uri);
  for (const [uri, reason] of [
    ["http://example.com/cb", /^is http, but not on/],
    ["http://127.0.0.1.evil.example/cb", /^is http, but not on/],
    ["http://127.0.0.1/cb#x", /^contains a fragment/],
    ["kiro://cb#", /^contains a fragment/],
    ["https://a@example.com/", /^contains a user name/],
    ["kiro", /^is not a valid address/],
    ["kiro://a b", /^is not a valid address/],
    ["java\tscript:alert(1)", /^is not a valid address/],
    ["", /^is not a valid address/],
  ] as const)
    assert.match(whyRefused(uri) ?? "", reason, uri);
});
