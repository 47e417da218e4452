// Creates organizations for the browser tests, like `org create` and `password-link`, but without starting two
// processes for each. Each input line describes an organization, with its numbers of projects and members. Replies with
// a line that contains the owner's link. Exits at the end of the input.
import { createInterface } from "node:readline";
import { createOrganization, type NewOrganization } from "#commands/accounts/create-organization.ts";
import { createPasswordLink } from "#commands/accounts/create-password-link.ts";
import { openDatabase } from "#commands/open/open-service.ts";
import { loadConfig } from "#platform/config/config.ts";
import { insertMembers } from "#test/worlds/insert-members.ts";
import { insertProjects } from "#test/worlds/insert-projects.ts";

const config = loadConfig(process.env);
const say = (text: string) => void process.stderr.write(`${text}\n`);
const { db, close } = await openDatabase({ config, say, poolSize: 1, begins: false });
try {
  for await (const line of createInterface({ input: process.stdin })) {
    const { projects, members, ...organization } = JSON.parse(line) as NewOrganization &
      Record<"projects" | "members", number | undefined>;
    const { organizationId } = await createOrganization(db, organization);
    if (projects !== undefined) await insertProjects(db, organizationId, projects);
    if (members !== undefined) await insertMembers(db, organizationId, members);
    const { link } = await createPasswordLink(db, config.publicUrl, organization.ownerEmail);
    process.stdout.write(`${link}\n`);
  }
} finally {
  await close();
}
