import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { checkProxy } from "./check-proxy.ts";
import { replaced } from "./proxy.ts";
import { startCaddy, withFolder, writeCaddyfile } from "./start-caddy.ts";

const { place, owner } = await checkProxy("caddy", startCaddy);

test("caddy: the coding that newer versions append to an ETag is removed from If-Match", async () => {
  const created = await owner.send("POST", "/v1/clients", { body: { name: "Umbrella" } });
  const tag = String(created.headers.etag).replace(/"$/, '-gzip"');
  const headers = { "if-match": tag };
  const changed = await owner.send("PATCH", String(created.headers.location), { body: { name: "Hooli" }, headers });
  assert.equal(changed.status, 200, `${tag}: ${changed.body.toString()}`);
});

test("caddy: the lines for several nodes are valid", async () => {
  const withNodes = (text: string) =>
    ["to 10.0", "health_", "lb_"].reduce((changed, name) => replaced(changed, `# ${name}`, name), text);
  const args = ["validate", "--adapter", "caddyfile", "--config", await writeCaddyfile(place, withNodes)];
  await promisify(execFile)("caddy", args, { env: withFolder(place.folder) });
});
