import { readFile, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { host } from "./certificate.ts";
import { isListening, type ProxyPlace, replaced } from "./proxy.ts";
import { type Program, startProgram } from "#packaging/start-program.ts";

/**
 * Writes nginx.conf with the ports and files of the test, and a main file that includes it. Returns nginx's arguments.
 */
export async function writeNginxSettings(place: ProxyPlace, change = (text: string) => text): Promise<string[]> {
  const { folder, certificate, httpPort, httpsPort, stintPort } = place;
  let settings = change(await readFile(new URL("nginx.conf", import.meta.url), "utf8"));
  for (const [was, becomes] of [
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen [::]:80;", ""],
    ["listen 443 ", `listen 127.0.0.1:${httpsPort} `],
    ["listen [::]:443 ssl http2;", ""],
    ["127.0.0.1:3000", `127.0.0.1:${stintPort}`],
    [`/etc/letsencrypt/live/${host}/fullchain.pem`, certificate.certFile],
    [`/etc/letsencrypt/live/${host}/privkey.pem`, certificate.keyFile],
  ] as const)
    settings = replaced(settings, was, becomes);
  const stintFile = join(folder, "stint.conf");
  const mainFile = join(folder, "nginx.conf");
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  await writeFile(stintFile, settings);
  await writeFile(
    mainFile,
    `user ${userInfo().username};
daemon off;
worker_processes 1;
pid ${join(folder, "nginx.pid")};
error_log ${join(folder, "nginx.log")};
events {}
http {
  access_log off;
${folders.map((name) => `  ${name}_temp_path ${join(folder, name)};\n`).join("")}  include ${stintFile};
}
`,
  );
  return ["-e", join(folder, "nginx.log"), "-c", mainFile];
}

export async function startNginx(place: ProxyPlace): Promise<Program> {
  const args = await writeNginxSettings(place);
  const isReady = () => isListening(place.httpsPort);
  return startProgram({ command: "nginx", args, env: withSbin(), debianPackage: "nginx-light", isReady });
}

/** Debian installs nginx in /usr/sbin, which is not in every user's PATH. */
export function withSbin(): Record<string, string | undefined> {
  return { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };
}
