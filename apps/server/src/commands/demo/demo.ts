import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { isLoopback } from "#platform/loopback.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { createDemoSignIn } from "./demo-sign-in.ts";
import { type Demo, fillDemo } from "./fill-demo.ts";
import { openDatabase } from "#commands/open/open-service.ts";
import { serveUntilSignal } from "#commands/service/serve.ts";

/** Runs `npm run demo`: the service on a filled temporary database, which is deleted when the process ends. */
export async function runDemo(config: Config, version: string, say: (line: string) => void): Promise<void> {
  refuseOwnDatabase("DATABASE_URL", config.databaseUrl);
  refuseOwnDatabase("DATA_DIR", config.dataDir);
  const ephemeralDataDir = await mkdtemp(join(tmpdir(), "stint-demo-"));
  try {
    const database = await openDatabase({ config, say, ephemeralDataDir });
    const demo = await fillDemo(database.db, new Date()).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    // Creates the link only for a service on loopback: otherwise anyone who sees the terminal's output could sign in
    // remotely.
    const link = isLoopback(config.host) ? createDemoSignIn(demo.signIn) : undefined;
    await serveUntilSignal(config, database, version, {
      addRoutes: link?.addTo,
      onReady: async ({ url }) => say(introduce(demo, version, url, link?.path)),
    });
  } finally {
    // Removes the folder itself: the database server's user can empty it, but cannot always remove it from the
    // temporary folder.
    await rm(ephemeralDataDir, { recursive: true, force: true });
  }
}

function refuseOwnDatabase(name: string, value: string | undefined): void {
  if (value === undefined) return;
  throw new CommandError(
    `The demo fills its own database and removes it at the end, so it never uses ${name}. ` +
      `Unset ${name}, or run the service on it with npm start.`,
  );
}

function introduce(
  { organizationName, signIn, owner, member, articles }: Demo,
  version: string,
  url: string,
  signInPath: string | undefined,
): string {
  const link =
    signInPath === undefined ? "" : `  Open ${url}${signInPath}\n  and you are ${owner.name}, the owner.\n\n`;
  return `Stint ${version} is ready on ${url}, filled with the organization ${organizationName} and ${articles} blog articles.
All of it is gone when this ends (Ctrl+C).

${link}  Sign in on ${url}/sign-in as ${signIn.email} with the password: ${signIn.password}
  API key of ${owner.name}, owner: ${owner.apiKey}
  API key of ${member.name}, member: ${member.apiKey}

Try, in another terminal:

  curl "${url}/v1/time-entries?limit=3" -H "Authorization: Bearer ${owner.apiKey}"
  curl ${url}/v1/timer -H "Authorization: Bearer ${owner.apiKey}"
  curl "${url}/v1/reports/summary?groupBy=project,user" -H "Authorization: Bearer ${owner.apiKey}"
  curl "${url}/api/blogs/?limit=3&fields=slug,mainHeading,date"

The reference is at ${url}/docs.`;
}
