import type { Config } from "#platform/config.ts";
import { CommandError } from "./command-error.ts";

/** Explains to the operator why the service cannot listen; returns any other error unchanged. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Pick<Config, "host" | "port">): Error {
  const { code = "" } = error;
  if (code === "EADDRINUSE")
    return new CommandError(`Port ${port} on ${host} is taken. End what uses it, or set PORT to another one.`);
  if (code === "EACCES")
    return new CommandError(`Port ${port} may not be used by this user. Set PORT to one from 1024 on.`);
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    return new CommandError(
      `HOST is ${JSON.stringify(host)}, which is no address of this machine (${code}). 127.0.0.1 is for this machine alone, 0.0.0.0 for all.`,
    );
  return error;
}
