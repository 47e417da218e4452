import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ownCheckout, type Service } from "../service/service.ts";

interface Organization {
  name: string;
  ownerEmail: string;
  ownerName: string;
  /** The number of projects to create. Default: none. */
  projects?: number;
  /** The number of members to create besides the owner. */
  members?: number;
}

type Found = (organization: Organization) => Promise<string>;

/**
 * One process per service creates its organizations. It reads commands from a pipe to this process, so both exit
 * together.
 */
const founders = new Map<string, Found>();

/** Creates an organization. Resolves to the link with which its owner sets the first password. */
export function foundOrganization({ dataDir }: Service, organization: Organization): Promise<string> {
  const found = founders.get(dataDir) ?? startFounder(dataDir);
  founders.set(dataDir, found);
  return found(organization);
}

function startFounder(dataDir: string): Found {
  const program = join(ownCheckout, "apps/server/test/processes/new-owners-main.ts");
  const { stdin, stdout } = spawn(process.execPath, [program], {
    cwd: ownCheckout,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const links = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async (organization) => {
    stdin.write(`${JSON.stringify(organization)}\n`);
    const { value, done } = await links.next();
    if (done === true) throw new Error("The process that creates organizations has ended.");
    return value;
  };
}
