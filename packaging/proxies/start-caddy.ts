import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { host } from "./certificate.ts";
import { isListening, type ProxyPlace, replaced } from "./proxy.ts";
import { type Program, startProgram } from "#packaging/start-program.ts";

/** Writes the Caddyfile with the ports and files of the test. Returns its path. */
export async function writeCaddyfile(place: ProxyPlace, change = (text: string) => text): Promise<string> {
  const { folder, certificate, httpPort, httpsPort, stintPort } = place;
  let settings = change(await readFile(new URL("Caddyfile", import.meta.url), "utf8"));
  for (const [was, becomes] of [
    [
      `# tls /etc/ssl/certs/${host}.pem /etc/ssl/private/${host}.key`,
      `tls ${certificate.certFile} ${certificate.keyFile}\n\tbind 127.0.0.1`,
    ],
    ["127.0.0.1:3000", `127.0.0.1:${stintPort}`],
  ] as const)
    settings = replaced(settings, was, becomes);
  const ports = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n\n`;
  const file = join(folder, "Caddyfile");
  await writeFile(file, ports + settings);
  return file;
}

export async function startCaddy(place: ProxyPlace): Promise<Program> {
  const file = await writeCaddyfile(place);
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  const isReady = () => isListening(place.httpsPort);
  return startProgram({ command: "caddy", args, env: withFolder(place.folder), debianPackage: "caddy", isReady });
}

/** Makes Caddy store its state in the folder. */
export function withFolder(folder: string): Record<string, string | undefined> {
  return { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
}
