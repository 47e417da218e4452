import { createHash } from "node:crypto";
import { hostname } from "node:os";

/**
 * The `application_name` of this process's LISTEN connection, which shows the listening machine and process in
 * pg_stat_activity.
 */
export function listenerName(): string {
  return `${machinePrefix()}${process.pid}`;
}

/** Prefix of the names of all listeners on this machine. */
export function machinePrefix(): string {
  return `stint-listen:${createHash("sha256").update(hostname()).digest("hex").slice(0, 16)}:`;
}
