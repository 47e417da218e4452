import { loadConfig } from "#platform/config/config.ts";
import { cleanLine } from "#platform/text.ts";
import { readArguments, required } from "#commands/command-line/command-line.ts";
import type { Means } from "#commands/command-line/means.ts";
import { findNotedAddress } from "#commands/service/service-address.ts";

const keyNote = "The key is shown only now. Send it as Authorization: Bearer <apiKey>.";

const linkNote = "The link works once. Give it only to this person.";

/** Prints the result of a command as one JSON document or as lines for people. */
const printer = (out: Means["out"]) => (json: boolean | undefined, result: object, note: string) => {
  const lines = Object.entries(result).map(([name, value]) => `${name}: ${cleanLine(String(value))}`);
  out(json === true ? `${JSON.stringify(result)}\n` : `${lines.join("\n")}\n${note}\n`);
};

/** Creates the commands for organizations, API keys and sign-in methods. */
export function accountCommands(means: Means) {
  return { ...organizationCommands(means), ...keyCommands(means), ...signInCommands(means) };
}

function organizationCommands({ out, withDatabase }: Means) {
  const print = printer(out);
  return {
    async "org create"(args: string[]) {
      const { values } = readArguments(args, {
        name: { type: "string" },
        "owner-email": { type: "string" },
        "owner-name": { type: "string" },
        "time-zone": { type: "string" },
        currency: { type: "string" },
        "trust-address": { type: "boolean" },
      });
      const { createOrganization } = await import("#commands/accounts/create-organization.ts");
      const input = {
        name: required(values, "name"),
        ownerEmail: required(values, "owner-email"),
        ownerName: values["owner-name"],
        timeZone: values["time-zone"],
        currency: values.currency,
        trustAddress: values["trust-address"] === true,
      };
      await withDatabase(async ({ db }) => print(values.json, await createOrganization(db, input), keyNote), {
        begins: true,
      });
    },
    async "org list"(args: string[]) {
      const { values } = readArguments(args, {});
      const { listOrganizations } = await import("#identity/organizations/queries.ts");
      await withDatabase(async ({ db }) => {
        const organizations = await listOrganizations(db);
        if (values.json === true) return out(`${JSON.stringify({ organizations })}\n`);
        for (const { id, name, members, createdAt, deletesAt } of organizations) {
          const end = deletesAt === null ? "" : `, will be deleted ${deletesAt}`;
          out(`${id}  ${cleanLine(name)} (members: ${members}), since ${createdAt}${end}\n`);
        }
      });
    },
    async "org restore"(args: string[]) {
      const { values } = readArguments(args, { id: { type: "string" } });
      const { restoreOrganization } = await import("#commands/accounts/restore-organization.ts");
      const id = required(values, "id");
      await withDatabase(async ({ db }) => print(values.json, await restoreOrganization(db, id), "It stays."));
    },
  };
}

function keyCommands({ out, withDatabase }: Means) {
  const print = printer(out);
  return {
    async "key create"(args: string[]) {
      const { values } = readArguments(args, {
        org: { type: "string" },
        email: { type: "string" },
        scopes: { type: "string" },
        name: { type: "string" },
      });
      const { createKey } = await import("#commands/accounts/create-key.ts");
      const input = {
        org: required(values, "org"),
        email: required(values, "email"),
        scopes: required(values, "scopes"),
        name: values.name,
      };
      const { keyShares } = loadConfig(process.env);
      await withDatabase(async ({ db }) =>
        print(values.json, await createKey(db, input, { now: new Date(), keyShares }), keyNote),
      );
    },
    async "key list"(args: string[]) {
      const { values } = readArguments(args, { org: { type: "string" } });
      const { keyLine, listKeys } = await import("#commands/accounts/list-keys.ts");
      const org = required(values, "org");
      await withDatabase(async ({ db }) => {
        const keys = await listKeys(db, org, new Date());
        out(
          values.json === true
            ? `${JSON.stringify({ data: keys })}\n`
            : keys.map((key) => `${keyLine(key)}\n`).join(""),
        );
      });
    },
    async "key revoke"(args: string[]) {
      const { values } = readArguments(args, { org: { type: "string" }, id: { type: "string" } });
      const { revokeKey } = await import("#commands/accounts/revoke-key.ts");
      const input = { org: required(values, "org"), id: required(values, "id") };
      const note = "Every node now refuses it.";
      await withDatabase(async ({ db }) => print(values.json, await revokeKey(db, input, new Date()), note));
    },
  };
}

function signInCommands({ out, err, withDatabase }: Means) {
  const print = printer(out);
  return {
    async "password-link"(args: string[]) {
      const { values } = readArguments(args, { email: { type: "string" } });
      const { createPasswordLink } = await import("#commands/accounts/create-password-link.ts");
      const email = required(values, "email");
      const { publicUrl: configured, isAddressSet } = loadConfig(process.env);
      await withDatabase(async ({ db, dataDir }) => {
        const noted = isAddressSet || dataDir === undefined ? undefined : await findNotedAddress(dataDir);
        const publicUrl = noted ?? configured;
        const { removesSecondFactor, ...made } = await createPasswordLink(db, publicUrl, email);
        if (removesSecondFactor)
          err("Nobody has verified this address yet: using the link also removes the account's second factor.");
        print(values.json, made, linkNote);
        if (!isAddressSet && noted === undefined)
          err(`If the service is not at ${publicUrl}, set PUBLIC_URL, or HOST and PORT, to the service's values.`);
      });
    },
    async "second-factor remove"(args: string[]) {
      const { values } = readArguments(args, { email: { type: "string" } });
      const { removeSecondFactor } = await import("#commands/accounts/remove-second-factor.ts");
      const email = required(values, "email");
      const note = "The password alone is now enough to sign in.";
      await withDatabase(async ({ db }) => print(values.json, await removeSecondFactor(db, email), note));
    },
    async "openid unlink"(args: string[]) {
      const { values } = readArguments(args, { email: { type: "string" } });
      const { unlinkOpenId } = await import("#commands/accounts/unlink-openid.ts");
      const email = required(values, "email");
      const note =
        "The next sign-in through the provider with this address links the account again. Existing sessions stay valid.";
      await withDatabase(async ({ db }) => print(values.json, await unlinkOpenId(db, email), note));
    },
  };
}
