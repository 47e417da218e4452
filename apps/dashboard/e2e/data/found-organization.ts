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
 * Maps each service's data folder to a process that creates its organizations. The process reads commands from a pipe
 * to this process, so it exits together with this one.
 */
const founders = new Map<string, Found>();

/** Creates an organization. Resolves to the link for setting its owner's first password. */
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
