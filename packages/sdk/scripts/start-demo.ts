import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("../../../apps/server/bin/stint-server.js", import.meta.url));

export interface RunningDemo extends AsyncDisposable {
  url: string;
  apiKey: string;
  /** The account to sign in with. */
  account: { email: string; password: string };
}

/** Runs `npm run demo`, a server with sample data, on a free port. `await using` stops it. */
export async function startDemo(): Promise<RunningDemo> {
  const { DATABASE_URL: _database, DATA_DIR: _folder, ...env } = process.env;
  const child = spawn(process.execPath, [server, "demo"], {
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  let said = "";
  const ready = new Promise<Pick<RunningDemo, "url" | "apiKey" | "account">>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const url = /is ready on (http:\/\/\S+?),/.exec(said)?.[1];
      const apiKey = /, owner: (stint_\w+)/.exec(said)?.[1];
      const [, email, password] = /sign-in as (\S+) with the password: (.+)\n/.exec(said) ?? [];
      if (url !== undefined && apiKey !== undefined && email !== undefined && password !== undefined)
        resolve({ url, apiKey, account: { email, password } });
    });
    child.on("close", () => reject(new Error(`the demo ended early: ${said}`)));
  });
  return {
    ...(await ready),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
