import type { Config } from "#platform/config/config.ts";
import { reachableHost } from "#platform/loopback.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/** Explains to the operator why the service cannot listen; returns any other error unchanged. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Pick<Config, "host" | "port">): Error {
  const { code = "" } = error;
  if (code === "EADDRINUSE")
    return new CommandError(
      `Port ${port} on ${host} is in use. Stop the process that uses it, or set PORT to another one.`,
    );
  if (code === "EACCES") return new CommandError(`This user may not use port ${port}. Set PORT to 1024 or higher.`);
  if (["EADDRNOTAVAIL", "EAFNOSUPPORT", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    return new CommandError(
      `HOST is ${JSON.stringify(host)}, which is not an address of this machine (${code}). Set HOST to ${reachableHost("0.0.0.0")} to serve this machine only, or to 0.0.0.0 for all.`,
    );
  return error;
}
