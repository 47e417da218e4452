import type { Config } from "#platform/config.ts";
import { CommandError } from "./command-error.ts";

/** Why the service cannot listen, in words for the operator; any other error as it is. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Pick<Config, "host" | "port">): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new CommandError(`Port ${port} on ${host} is taken. End what uses it, or set PORT to another one.`);
    case "EACCES":
      return new CommandError(`Port ${port} may not be used by this user. Set PORT to one from 1024 on.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new CommandError(
        `HOST is ${JSON.stringify(host)}, which is no address of this machine (${error.code}). 127.0.0.1 is for this machine alone, 0.0.0.0 for all.`,
      );
    default:
      return error;
  }
}
