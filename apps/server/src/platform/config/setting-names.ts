import { distance } from "fastest-levenshtein";
import { plainName } from "#platform/find-near.ts";
import { proxyNames, secretNames, settings } from "./settings.ts";

/**
 * Users do not set these: npm sets INIT_CWD to the folder in which a command was run, and our packages set
 * STINT_COMMAND.
 */
const notSettings = ["INIT_CWD", "STINT_COMMAND"];
/** Prefixes that other programs' variables rarely have. */
const ownBeginnings = /^(BACKUP|DATABASE|IMPORTS|OIDC|SMTP|STINT|WEBHOOK)_/;
/** Kubernetes sets variables with such names for each service, for example STINT_SERVICE_HOST. */
const ofKubernetes = /_(SERVICE_HOST|SERVICE_PORT|PORT)(_|$)/;
/** Shorter names are not compared, because many variables of other programs resemble them. */
const minLength = 7;
const maxTypos = 2;

/** Lists the variables of all settings. */
export function listSettingNames(): string[] {
  return [...Object.keys(settings), ...secretNames.map((name) => `${name}_FILE`)].toSorted();
}

export interface UnknownSetting {
  name: string;
  /** The setting that was probably meant. */
  near: string | undefined;
}

function isNear(name: string, candidate: string): boolean {
  return candidate.length >= minLength && distance(plainName(name), plainName(candidate)) <= maxTypos;
}

/** Lists variables that are not settings, although their names resemble ours. */
export function listUnknownSettings(env: Record<string, string | undefined>): UnknownSetting[] {
  const known = [...listSettingNames(), ...proxyNames.map((name) => name.toLowerCase())];
  return Object.keys(env)
    .filter(
      (name) => env[name] !== "" && !known.includes(name) && !notSettings.includes(name) && !ofKubernetes.test(name),
    )
    .flatMap((name): UnknownSetting[] => {
      const near = name.length < minLength ? undefined : known.find((candidate) => isNear(name, candidate));
      return near !== undefined || ownBeginnings.test(name) ? [{ name, near }] : [];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
