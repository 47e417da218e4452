import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Stint } from "@stint/sdk";

const checkout = resolve(import.meta.dirname, "../../..");

/** Starts the real service with a database of its own and the built dashboard; returns what ends it. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function startService(): Promise<() => Promise<void>> {
  await run(["npm", "run", "build"]);
  const dataDir = await mkdtemp(join(tmpdir(), "stint-e2e-"));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  // Its log is of no interest while the journeys pass.
  const service = spawn("npx", ["stint-server", "serve"], {
    cwd: checkout,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DASHBOARD: "on", HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
  });
  const end = async () => {
    const ended = once(service, "exit");
    process.kill(-(service.pid ?? 0), "SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const token = await said(service, /set-up#token=(\S+)/);
    const owner = { email: "owner@example.com", password: "lantern orbit sparrow" };
    const made = await signedUp(baseUrl, { ...owner, token, name: "Olive Owner", organizationName: "Lantern" });
    Object.assign(process.env, { E2E_URL: baseUrl, E2E_OWNER_COOKIE: made });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** Sets the first organization up; resolves with the owner's cookie. */
async function signedUp(baseUrl: string, body: Parameters<Stint["auth"]["setUp"]>[0]): Promise<string> {
  let cookie = "";
  const stint = new Stint({
    baseUrl,
    headers: { "sec-fetch-site": "same-origin" },
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  await stint.auth.setUp({ ...body, timeZone: "Europe/Berlin" });
  return cookie;
}

async function run([command = "", ...args]: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: checkout, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}.`);
}

/** Resolves with the group of `pattern` as soon as the service has printed it. */
function said({ stderr }: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolveSaid, reject) => {
    // It goes on being read: the service would wait if nobody did.
    stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolveSaid(found);
    });
    stderr?.on("end", () => reject(new Error(`The service ended:\n${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
