import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { host } from "./certificate.ts";
import { freePorts, type Program, startProgram } from "#packaging/start-program.ts";

const program = fileURLToPath(new URL("../../apps/server/bin/stint-server.js", import.meta.url));

export interface Stint {
  port: number;
  /** The token of the setup link. */
  token: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service with a new database in `folder`. It trusts a proxy on 127.0.0.1. */
export async function startStint(folder: string): Promise<Stint> {
  const [port = 0] = await freePorts(1);
  const env = {
    ...process.env,
    DATA_DIR: join(folder, "data"),
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: "127.0.0.1",
    DASHBOARD: "off",
    DRAIN_SECONDS: "0",
    LOG_LEVEL: "warn",
  };
  let token = "";
  let running: Program | undefined;
  const start = async (isReady: (printed: string) => boolean) => {
    running = await startProgram({ command: process.execPath, args: [program, "serve"], env, isReady });
  };
  await start((printed) => {
    token = /\/set-up#token=(\S+)/.exec(printed)?.[1] ?? "";
    return token !== "";
  });
  return {
    port,
    token,
    start: () => start((printed) => / is ready on /.test(printed)),
    stop: async () => running?.stop(),
  };
}
