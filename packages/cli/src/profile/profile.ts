// A profile is an account on a server. It consists of a file with the server's URL and the API key (mode 0600), and a
// folder with data.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getBuiltinModule } from "node:process";
import { Failure, wrongInput } from "#src/failure/failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Profile {
  name: string;
  server: string;
  key: string;
  /** Empty for a profile from the environment: such a profile has no file that could store the user's id. */
  userId: string;
  organizationId: string;
}

/** The profile that commands use unless another is chosen. */
export const usualName = "default";

function checkProfileName(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)) return name;
  throw wrongInput(`"${name}" can't be the name of a profile.`, "Use letters, digits, - and _.");
}

/** Returns the name of the profile to use, and what chose it; the option comes first, then the environment. */
export function chooseProfile(env: Environment, given: string | undefined): { name: string; why: string } {
  if (given !== undefined) return { name: checkProfileName(given), why: "--profile" };
  if (env["STINT_PROFILE"]) return { name: checkProfileName(env["STINT_PROFILE"]), why: "STINT_PROFILE" };
  const environment = fromEnvironment(env);
  return environment === undefined
    ? { name: usualName, why: "the default" }
    : { name: environment.name, why: "STINT_URL and STINT_API_KEY" };
}

export const profileData = (env: Environment, name: string): string => join(dataFolder(env), name);

/** Reads a profile from the environment or its file; undefined if the user has not logged in. */
export function findProfile(env: Environment, name: string): Profile | undefined {
  const environment = fromEnvironment(env);
  if (environment?.name === name) return environment;
  const path = profilePath(env, name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { server, key, userId = "", organizationId = "" } = JSON.parse(text) as Partial<Profile>;
    if (typeof server === "string" && typeof key === "string") return { name, server, key, userId, organizationId };
  } catch {
    // Invalid JSON is reported below, like an incomplete file.
  }
  throw new Failure(4, `${path} is not a profile.`, `Log in again: ${loginCommand(name)}`);
}

export function getProfile(env: Environment, name: string): Profile {
  const profile = findProfile(env, name);
  if (profile !== undefined) return profile;
  const whose = name === usualName ? "You aren't logged in." : `There is no profile "${name}".`;
  const others = listProfiles(env);
  const choice = others.length === 0 ? "" : `Use --profile with one of ${others.join(", ")}. `;
  throw new Failure(3, whose, `${choice}Log in: ${loginCommand(name)}`);
}

export function writeProfile(env: Environment, { name, ...rest }: Profile): void {
  mkdirSync(configFolder(env), { recursive: true, mode: 0o700 });
  const path = profilePath(env, name);
  // Write to another file and rename it, so a full disk leaves the previous profile intact.
  const next = `${path}.${process.pid}`;
  try {
    writeFileSync(next, `${JSON.stringify(rest, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

export function removeProfile(env: Environment, name: string): void {
  rmSync(profilePath(env, name), { force: true });
}

export function listProfiles(env: Environment): string[] {
  try {
    return readdirSync(configFolder(env))
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -".json".length))
      .toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Returns the option with which a command line chooses the profile. */
export const profileOption = (name: string): string => (name === usualName ? "" : ` --profile ${name}`);

export const loginCommand = (name: string, server = "URL"): string =>
  `stint login --server ${server}${profileOption(name)}`;

const profilePath = (env: Environment, name: string): string => join(configFolder(env), `${name}.json`);

/**
 * Returns the profile that `STINT_URL` and `STINT_API_KEY` define, which has no file; undefined unless both are set.
 */
function fromEnvironment(env: Environment): Profile | undefined {
  const { STINT_URL: server, STINT_API_KEY: key } = env;
  if (!server || !key) return undefined;
  // Load the module only here, because loading takes milliseconds and shell prompts rarely need it.
  const { createHash } = getBuiltinModule("node:crypto");
  const digest = createHash("sha256").update(`${server}\n${key}`).digest("hex").slice(0, 12);
  return { name: `env-${digest}`, server, key, userId: "", organizationId: "" };
}

/** Returns a folder of the XDG Base Directory Specification, which requires that relative paths are ignored. */
function folder(env: Environment, name: string, usual: string): string {
  const given = env[name];
  return join(given?.startsWith("/") === true ? given : join(env["HOME"] ?? findHome(), usual), "stint");
}

/** A user id without a name, as in containers, has no home folder either. */
function findHome(): string {
  try {
    return getBuiltinModule("node:os").homedir();
  } catch (cause) {
    throw new Failure(4, "You have no home folder on this system.", "Set HOME to a folder that you can write.", {
      cause,
    });
  }
}

const configFolder = (env: Environment): string => folder(env, "XDG_CONFIG_HOME", ".config");
const dataFolder = (env: Environment): string => folder(env, "XDG_DATA_HOME", ".local/share");
