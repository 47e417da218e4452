import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Stint } from "@stint/sdk";

/** The checkout under test. */
export const ownCheckout = resolve(import.meta.dirname, "../../../..");

/** A service, and the session of the owner of its first organization. */
export interface Service {
  url: string;
  ownerCookie: string;
  dataDir: string;
}

/** A service that a test can stop and restart. Its database and URL stay the same. */
export interface OwnService extends Service {
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops the service and removes its data. */
  end: () => Promise<void>;
}

export const owner = { email: "owner@example.com", password: "lantern orbit sparrow" };

/** A service without an organization, and the token for setting it up. */
export interface NewService extends Omit<OwnService, "ownerCookie"> {
  token: string;
}

/** Starts a real service with a new database and sets up its first organization. */
export async function startOwnService(
  checkout = ownCheckout,
  settings: Record<string, string> = {},
): Promise<OwnService> {
  const { token, ...service } = await startNewService(checkout, settings);
  try {
    return { ...service, ownerCookie: await signedUp(service.url, token) };
  } catch (error) {
    await service.end();
    throw error;
  }
}

/** Starts a real service with a new database. */
export async function startNewService(
  checkout = ownCheckout,
  settings: Record<string, string> = {},
): Promise<NewService> {
  const dataDir = await mkdtemp(join(tmpdir(), "stint-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DASHBOARD: "on",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    // High limits, because the owner's session creates the people of all tests.
    RATE_LIMIT_PER_MINUTE: "1200",
    SESSION_RATE_LIMIT_PER_MINUTE: "1200",
    // Tests create organizations in addition to the first.
    BACKUP_OWNERS: "all",
    ...settings,
  };
  let running: ChildProcess | undefined;

  async function start(said: RegExp): Promise<string> {
    // Discards the log, because nobody needs it while the tests pass.
    running = spawn(process.execPath, [binOf(checkout), "serve"], {
      cwd: checkout,
      stdio: ["ignore", "ignore", "pipe"],
      env,
    });
    return untilSaid(running, said);
  }

  async function stop(): Promise<void> {
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGTERM");
    await ended;
    running = undefined;
  }

  async function end(): Promise<void> {
    await stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    const token = await start(/set-up#token=(\S+)/);
    return {
      url,
      token,
      dataDir,
      start: async () => void (await start(/ready on (\S+)/)),
      stop,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Sets up the first organization. Resolves to the owner's cookie. */
async function signedUp(baseUrl: string, token: string): Promise<string> {
  let cookie = "";
  const stint = new Stint({
    baseUrl,
    headers: { "sec-fetch-site": "same-origin" },
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  const organization = { name: "Olive Owner", organizationName: "Lantern", timeZone: "Europe/Berlin" };
  await stint.auth.setUp({ ...owner, ...organization, token });
  return cookie;
}

/** Runs a command such as `password-link` on a service. */
export function runCommand({ dataDir }: Service, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  return outputOf(process.execPath, [binOf(ownCheckout), ...args], { cwd: ownCheckout, env });
}

function binOf(checkout: string): string {
  return join(checkout, "apps/server/bin/stint-server.js");
}

/** Runs a program to completion and resolves with its output. */
export async function outputOf(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}${errors}`);
  return output;
}

/** Resolves to the first group of `pattern` when the program prints a match. Rejects if the program ends before. */
export function untilSaid(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolveSaid, reject) => {
    // Keeps reading, because a full pipe would block the program.
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const found = pattern.exec(text)?.[1];
        if (found !== undefined) resolveSaid(found);
      });
    child.on("close", () => reject(new Error(`The service ended:\n${text}`)));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
