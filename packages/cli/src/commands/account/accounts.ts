import { existsSync, rmSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { canAsk, type Context, folderOf, note, print, profileNameOf, profileOf } from "#src/context/context.ts";
import { Failure, unlessDamaged, wrongInput } from "#src/failure/failure.ts";
import { oneLine } from "#src/context/printable.ts";
import { plural } from "@stint/grammar/plural.ts";
import {
  chooseProfile,
  findProfile,
  listProfiles,
  type Profile,
  profileData,
  removeProfile,
  writeProfile,
} from "#src/profile/profile.ts";
import { readOwner } from "#src/store/mirror.ts";
import { openQueue } from "#src/store/queue.ts";
import { forgetSyncFailure } from "#src/store/sync-failure.ts";
import { connect } from "#src/sync/connection/client.ts";
import { explainApi, type Where } from "#src/sync/explain.ts";
import { rebuildMirror, sync } from "#src/sync/sync.ts";
import type { Flags } from "#src/application/commands.ts";
import { askSecret } from "#src/action/confirm.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";

type LoginFlags = Flags<"login">;

export async function login(this: Context, flags: LoginFlags): Promise<void> {
  const { env } = this.process;
  const name = profileNameOf(this);
  const former = name.startsWith("env-") ? undefined : findFormer(this, name);
  const server = readServer(flags.server ?? (former?.server || env["STINT_URL"]));
  if (server.startsWith("http:") && !isLocal(server))
    note(this, `Warning: ${server} is not encrypted. Others in the network can read your key.`);
  if (flags.key !== undefined) {
    // Replaces the command line that other users see in the list of processes.
    this.process.title = "stint login";
    note(this, "Warning: Other users of this machine could see the key. Pipe it in instead.");
  }
  if (flags.dryRun) {
    const how = (await givenKey(this, flags)) === "" ? "by its page for programs" : "with a key";
    return print(this, `Would log in to ${server} ${how}, as the profile "${name}".`);
  }
  const key = await getKey(this, { server, name, former }, flags);
  if (!/^stint_[!-~]+$/.test(key)) throw wrongInput("That is not an API key.", "Keys begin with stint_.");
  const me = await connect(this, { server, key })
    .stint.me.get()
    .catch((error: unknown) => {
      throw explainApi(error, { server, name });
    });
  const profile = { name, server, key, userId: me.user.id, organizationId: me.organization.id };
  const isSameAccount = former?.userId === profile.userId && former.organizationId === profile.organizationId;
  if (!isSameAccount) leaveAccount(this, former?.server);
  // Delete a mirror of another account or server, because it must not be used.
  if (!isSameAccount || former.server !== server) await rebuildMirror(folderOf(this));
  writeProfile(env, profile);
  // The recorded failure belongs to the previous key or server.
  forgetSyncFailure(folderOf(this));
  print(this, oneLine(`Logged in as ${me.user.name} in ${me.organization.name} (${server}).`));
  const { pulled } = await sync(this);
  note(this, `${plural(pulled, "entry", "entries")} copied.`);
}

/** Returns the profile that the login replaces. If its file is gone or damaged, the local copy tells whose it was. */
function findFormer(context: Context, name: string): Profile | undefined {
  const profile = unlessDamaged(() => findProfile(context.process.env, name));
  if (profile !== undefined) return profile;
  const me = readOwner(folderOf(context));
  return me ? { name, server: "", key: "", userId: me.user.id, organizationId: me.organization.id } : undefined;
}

/**
 * Forgets what the previous account did, so that the new one cannot undo it. Throws if writes are queued, because they
 * must not be sent to the new account.
 */
function leaveAccount(context: Context, server: string | undefined): void {
  using queue = openQueue(folderOf(context));
  const length = queue.forget();
  if (length > 0)
    throw new Failure(
      4,
      `The previous account${server ? ` (${server})` : ""} has ${plural(length, "unsent write")}.`,
      `${server ? "Run stint sync and stint conflicts" : "Discard them (stint logout)"} first, or log in with another --profile.`,
    );
}

export function logout(this: Context, { yes, dryRun }: Flags<"logout">): void {
  const [name, folder] = [profileNameOf(this), folderOf(this)];
  const profile = unlessDamaged(() => findProfile(this.process.env, name));
  // What a login left without a profile can be deleted too.
  const { server } = profile === undefined && existsSync(folder) ? { server: "its server" } : profileOf(this);
  const length = existsSync(folder) ? countQueued(folder) : 0;
  if (length > 0 && !yes)
    throw new Failure(
      4,
      `${plural(length, "unsent write")} would be lost.`,
      "Run stint sync first, or add --yes to discard them.",
    );
  if (dryRun) {
    const lost = length === 0 ? "" : ` and discard ${plural(length, "write")}`;
    return print(this, `Would delete the key and the local copy of "${name}"${lost}.`);
  }
  removeProfile(this.process.env, name);
  rmSync(folder, { recursive: true, force: true });
  print(this, `Logged out of "${name}": the key and the local copy are deleted.`);
  note(this, `Unless it was revoked, the key stays valid. Revoke it at ${server}/settings/api-keys`);
}

function countQueued(folder: string): number {
  using queue = openQueue(folder);
  return queue.list().length;
}

function readServer(typed: string | undefined): string {
  if (!typed) throw wrongInput("Which server?", "Add --server https://time.example.com.");
  const address = /^https?:\/\//.test(typed) ? typed : `${isLocal(`http://${typed}`) ? "http" : "https"}://${typed}`;
  if (!URL.canParse(address)) throw wrongInput(`"${typed}" is not an address.`, "Write https://time.example.com.");
  const { origin, pathname } = new URL(address);
  // The address of the API is often copied instead of the server's.
  return origin + pathname.replace(/\/+(?:v1(?:\/.*)?)?$/, "");
}

const isLocal = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

type Place = Where & { former: Profile | undefined };

async function getKey(context: Context, where: Place, flags: LoginFlags): Promise<string> {
  const given = await givenKey(context, flags);
  if (given !== "") return given;
  if (!flags.withKey) {
    const { loginByPage } = await import("./device-login.ts");
    const scopes = flags.scopes && [...(await scopesOf(context, where.former)), ...flags.scopes.split(",")];
    const key = await loginByPage(context, where, { opensBrowser: !flags.noBrowser, ...(scopes && { scopes }) });
    if (key !== undefined) return key;
    note(context, `${where.server} has no page for connecting programs.`);
  }
  if (!canAsk(context)) throw wrongInput("Which key?", "Pipe it in, or add --key.");
  note(context, `Create an API key at ${where.server}/settings/api-keys.`);
  return (await askSecret(context, "Key: ")).trim();
}

/** Returns the scopes of the former key, which the new one shall keep, or those of a usual login. */
async function scopesOf(context: Context, former: Profile | undefined): Promise<readonly string[]> {
  if (former === undefined) return ["timer"];
  const { stint } = connect(context, former);
  return await stint.me.get().then(
    ({ scopes }) => scopes,
    () => ["timer"],
  );
}

/**
 * Returns the key from the option or from a pipe; empty if neither contains one, as when an agent runs the command.
 * With `--no-browser`, does not wait for a pipe that stays open.
 */
async function givenKey(context: Context, { key, withKey, noBrowser }: LoginFlags): Promise<string> {
  const { stdin } = context.process;
  if (key !== undefined) return key.trim();
  if (stdin.isTTY === true || (noBrowser && !withKey)) return "";
  const timer = setTimeout(
    () => note(context, "Waiting for an API key on standard input. For a code instead, add --no-browser."),
    context.slowMs,
  );
  try {
    return (await readText(stdin)).trim();
  } finally {
    clearTimeout(timer);
  }
}

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
