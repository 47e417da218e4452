import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTarget } from "./check-target.ts";
import { judgeAddress } from "./judge-address.ts";

const kinds = {
  public: ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8"],
  private: [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "198.18.0.1",
    "192.0.2.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::7f00:1",
    "::a00:1",
    "::808:808",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "fc00::1",
    "fd00:ec3::23",
    "fd00:42::43",
    "fec0::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
    "100::1",
    "::ffff:0:127.0.0.1",
  ],
  forbidden: [
    "169.254.169.254",
    "169.254.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "169.254.170.2",
    "169.254.170.23",
    "169.254.0.23",
    "169.254.42.42",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd00:ec2::123",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:100::100:200",
    "fd00:a9fe:a9fe::1",
    "fd00:42::42",
    "::ffff:169.254.169.254",
    "::ffff:168.63.129.16",
    "::169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::a83f:8110",
    "2002:a9fe:a9fe::1",
    "::ffff:0:a9fe:a9fe",
    "2001:0:a9fe:a9fe::1",
    "2001:0:1:1:1:1:5601:5601",
    "64:ff9b:1::a9fe:a9fe",
    "64:ff9b:1:a9fe:00a9:fe00::",
    "not an address",
    "",
  ],
};

test("an address is classified by its meaning", () => {
  for (const [kind, addresses] of Object.entries(kinds)) {
    for (const address of addresses) assert.equal(judgeAddress(address), kind, address);
  }
});

const resolving =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

test("each form of loopback in URLs is refused, and the refusal states the setting", async () => {
  const hosts = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "017700000001",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[::10.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "[::]",
  ];
  for (const host of hosts) {
    const refusal = await checkTarget(`http://${host}:8080/hook`, false);
    assert.match(refusal ?? "", /WEBHOOK_ALLOW_PRIVATE=true/, host);
    assert.equal(await checkTarget(`http://${host}:8080/hook`, true), undefined, host);
  }
});

test("metadata is refused whatever is allowed, and the refusal offers no setting", async () => {
  for (const host of ["169.254.169.254", "[fe80::1]", "2852039166", "[::ffff:a9fe:a9fe]", "168.63.129.16"]) {
    const refusal = await checkTarget(`http://${host}/`, true);
    assert.match(refusal ?? "", /link-local or metadata/, host);
    assert.doesNotMatch(refusal ?? "", /WEBHOOK_ALLOW_PRIVATE/);
  }
});

test("only http and https without a password are targets", async () => {
  for (const url of [
    "ftp://example.com/",
    "file:///etc/passwd",
    "hook",
    "https://",
    "http://me@1.1.1.1/",
    "http://:p@1.1.1.1/",
  ]) {
    assert.notEqual(await checkTarget(url, true), undefined, url);
  }
});

test("a host is refused if all of its addresses are, and accepted otherwise or if it has none", async () => {
  const url = "https://hooks.example.com/";
  assert.match((await checkTarget(url, false, resolving("10.0.0.1", "::1"))) ?? "", /10\.0\.0\.1 is .*private/);
  assert.equal(await checkTarget(url, false, resolving("10.0.0.1", "8.8.8.8")), undefined);
  assert.equal(await checkTarget(url, true, resolving("10.0.0.1")), undefined);
  assert.equal(await checkTarget(url, false, () => Promise.reject(new Error("ENOTFOUND"))), undefined);
});
