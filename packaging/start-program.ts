import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface Program {
  stop(): Promise<void>;
}

interface Start {
  command: string;
  args: string[];
  env?: Record<string, string | undefined>;
  /** The Debian package that contains the program. */
  debianPackage?: string;
  /** Whether the program is ready. Called with everything that it has printed so far. */
  isReady: (printed: string) => boolean | Promise<boolean>;
}

/** Starts a program and waits until it is ready. Throws its output if the program ends first. */
export async function startProgram({ command, args, env, debianPackage, isReady }: Start): Promise<Program> {
  const child = spawn(command, args, { env: env ?? process.env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let failure: NodeJS.ErrnoException | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.on("error", (error) => (failure = error));
  try {
    while (!(await isReady(printed))) {
      if (failure?.code === "ENOENT" && debianPackage !== undefined)
        throw new Error(`${command} is missing; on Debian: apt-get install --no-install-recommends ${debianPackage}`);
      if (failure !== undefined) throw failure;
      if (hasEnded(child)) throw new Error(`${command} ended before it was ready:\n${printed}`);
      await pause(20);
    }
  } catch (error) {
    await stop(child);
    throw error;
  }
  return { stop: () => stop(child) };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Returns ports on which nothing listens at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
