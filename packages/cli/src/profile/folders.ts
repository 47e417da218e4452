import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a folder of the XDG Base Directory Specification, which requires that relative paths are ignored. */
function folder(env: Environment, name: string, usual: string): string {
  const given = env[name];
  return join(given?.startsWith("/") === true ? given : join(env["HOME"] ?? homedir(), usual), "stint");
}

export const configFolder = (env: Environment): string => folder(env, "XDG_CONFIG_HOME", ".config");
export const dataFolder = (env: Environment): string => folder(env, "XDG_DATA_HOME", ".local/share");
