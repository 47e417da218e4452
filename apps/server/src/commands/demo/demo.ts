import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { isLoopback } from "#platform/loopback.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { addConnections, connectDemo } from "./demo-connections.ts";
import { createDemoSignIns } from "./demo-sign-in.ts";
import { type Demo, fillDemo } from "./fill-demo.ts";
import { openSecretKey } from "#commands/open/open-secret-key.ts";
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
    const secretKey = await openSecretKey(config, database);
    // Creates the links only for a service on loopback: otherwise anyone who sees the terminal's output could sign in
    // remotely.
    const links = isLoopback(config.host) ? createDemoSignIns(demo.signIns) : undefined;
    await serveUntilSignal(config, database, version, {
      addRoutes(app) {
        addConnections(app);
        links?.addTo(app);
      },
      async onReady({ url }) {
        if (secretKey !== undefined)
          await connectDemo(database.db, demo.owner.actor, { url, secretKey, now: new Date() });
        say(introduce(demo, version, url, links?.paths ?? []));
      },
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
  { organizationName, signIns, owner, member, articles }: Demo,
  version: string,
  url: string,
  signInPaths: readonly string[],
): string {
  const [first, ...others] = signIns;
  const links = signInPaths.map((path, at) => `    ${url}${path}\n      ${signIns[at]?.name}, ${signIns[at]?.is}\n`);
  const link =
    links.length === 0 ? "" : `  Open one of these to sign in, and another one to switch:\n\n${links.join("")}\n`;
  return `Stint ${version} is ready on ${url}, filled with the organization ${organizationName} and ${articles} blog articles.
All of it is gone when this ends (Ctrl+C).

${link}  Sign in on ${url}/sign-in as ${first?.email} with the password: ${first?.password}
  The password is the same for ${others.map(({ email }) => email).join(", ")}
  API key of ${owner.name}, owner: ${owner.apiKey}
  API key of ${member.name}, member: ${member.apiKey}

Try, in another terminal:

  curl "${url}/v1/time-entries?limit=3" -H "Authorization: Bearer ${owner.apiKey}"
  curl ${url}/v1/timer -H "Authorization: Bearer ${owner.apiKey}"
  curl "${url}/v1/reports/summary?groupBy=project,user" -H "Authorization: Bearer ${owner.apiKey}"
  curl "${url}/api/blogs/?limit=3&fields=slug,mainHeading,date"

The reference is at ${url}/docs.`;
}
