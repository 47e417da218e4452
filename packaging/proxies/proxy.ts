import { connect } from "node:net";
import type { Certificate } from "./certificate.ts";
import type { Program } from "#packaging/start-program.ts";

/** The ports, files and certificate of a proxy under test. */
export interface ProxyPlace {
  folder: string;
  certificate: Certificate;
  httpPort: number;
  httpsPort: number;
  stintPort: number;
}

export type StartProxy = (place: ProxyPlace) => Promise<Program>;

/** Replaces a part of the settings. Throws if the settings do not contain that part. */
export function replaced(settings: string, was: string, becomes: string): string {
  if (!settings.includes(was)) throw new Error(`The settings no longer contain ${JSON.stringify(was)}.`);
  return settings.replaceAll(was, becomes);
}

export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
