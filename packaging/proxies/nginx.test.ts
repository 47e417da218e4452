import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { checkProxy } from "./check-proxy.ts";
import { replaced } from "./proxy.ts";
import { startNginx, withSbin, writeNginxSettings } from "./start-nginx.ts";

const { place } = await checkProxy("nginx", startNginx);

test("nginx: the lines for several nodes are valid", async () => {
  const withNodes = (text: string) => replaced(text, "# server 10.0", "server 10.0");
  const args = await writeNginxSettings(place, withNodes);
  await promisify(execFile)("nginx", ["-t", ...args], { env: withSbin() });
});
