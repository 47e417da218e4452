import type { Flags } from "#src/application/commands.ts";
import { type Context, note, profileOf } from "#src/context/context.ts";
import { Failure } from "#src/failure/failure.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { chooseProfile, findProfile, listProfiles, type Profile, profileData } from "#src/profile/profile.ts";
import { readOwner } from "#src/store/mirror.ts";
import { connect } from "#src/sync/connection/client.ts";

/** Asks the server whom the key belongs to, and what it permits. Fails if the server refuses the key. */
export async function whoami(this: Context, { json }: Flags<"whoami">): Promise<void> {
  const profile = profileOf(this);
  const { user, organization, role, scopes, key } = await connect(this, profile).stint.me.get();
  const row = {
    profile: profile.name,
    server: profile.server,
    organization: organization.name,
    person: user.name,
    email: user.email,
    role,
    key: key.name,
    scopes,
    expiresAt: key.expiresAt,
  };
  if (json !== undefined) return writeJson(this, row, json);
  writeTable(this, Object.entries(row), { field: ([name]) => name, value: ([, value]) => String(value ?? "never") });
}

/** Reads a profile. A damaged one must not hide the others, so only says what is wrong with it. */
function readOrNote(context: Context, name: string): Profile | undefined {
  try {
    return findProfile(context.process.env, name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(context, `stint: ${error.message} ${error.next}`);
    context.end.code = error.code;
    return undefined;
  }
}

/** Lists the profiles, and says which one is used and why. Uses no network. */
export function profiles(this: Context, { json }: Flags<"profiles">): void {
  const { env } = this.process;
  const chosen = chooseProfile(env, this.givenProfile);
  const rows = [...new Set([...listProfiles(env), chosen.name])].flatMap((name) => {
    const profile = readOrNote(this, name);
    if (profile === undefined) return [];
    const { user, organization } = readOwner(profileData(env, name)) ?? {};
    const used = name === chosen.name ? chosen.why : null;
    return { name, server: profile.server, organization: organization?.name ?? null, person: user?.name ?? null, used };
  });
  if (json !== undefined) return writeJson(this, rows, json);
  writeTable(this, rows, {
    used: ({ used }) => (used === null ? "" : `* ${used}`),
    profile: ({ name }) => name,
    server: ({ server }) => server,
    organization: ({ organization }) => organization ?? "",
    person: ({ person }) => person ?? "",
  });
}
