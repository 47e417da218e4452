import { createHash } from "node:crypto";
import { hostname } from "node:os";

/**
 * Returns the `application_name` of this process's LISTEN connection, which identifies the machine and process in
 * pg_stat_activity.
 */
export function listenerName(): string {
  return `${machinePrefix()}${process.pid}`;
}

/** Returns the prefix of all listeners' names on this machine. */
export function machinePrefix(): string {
  return `stint-listen:${createHash("sha256").update(hostname()).digest("hex").slice(0, 16)}:`;
}
