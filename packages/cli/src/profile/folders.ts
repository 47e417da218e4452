import { join } from "node:path";
import { getBuiltinModule } from "node:process";
import { Failure } from "#src/failure/failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;

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

export const configFolder = (env: Environment): string => folder(env, "XDG_CONFIG_HOME", ".config");
export const dataFolder = (env: Environment): string => folder(env, "XDG_DATA_HOME", ".local/share");
