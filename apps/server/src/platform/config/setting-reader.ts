import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { proxyNames, type secretNames, type Setting, type SettingName, settings } from "./settings.ts";

export interface SettingReader {
  faults: string[];
  /** Returns undefined if the setting is absent or empty. */
  text: (name: SettingName) => string | undefined;
  /** Like `text`. The value may also be in the file that the setting `NAME_FILE` names. No fault contains the value. */
  secret: (name: (typeof secretNames)[number]) => string | undefined;
  /**
   * Returns an absolute path. A relative path is resolved from INIT_CWD, the folder in which the command was run,
   * because npm runs scripts in the checkout.
   */
  path: (name: SettingName) => string | undefined;
  /** Returns `fallback`, or else the declared default, if the setting is absent or invalid. */
  integer: (name: SettingName, least: number, most: number, fallback?: number) => number;
  choice: <Value extends string>(name: SettingName, values: readonly Value[]) => Value | undefined;
}

export function createSettingReader(env: Record<string, string | undefined>): SettingReader {
  const faults: string[] = [];
  const text = (name: string) => {
    const given = env[name] || (proxyNames.includes(name) ? env[name.toLowerCase()] : undefined);
    return given === "" ? undefined : given;
  };
  const path = (name: string) => {
    const given = text(name);
    return given === undefined ? undefined : resolve(env["INIT_CWD"] ?? "", given);
  };
  /** Returns the file's content without the line break at its end. */
  const contentOf = (name: string) => {
    const file = path(name);
    try {
      return file === undefined ? undefined : readFileSync(file, "utf8").replace(/\r?\n$/, "");
    } catch (error) {
      faults.push(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}): check its path and permissions`);
      return undefined;
    }
  };
  return {
    faults,
    text,
    path,
    secret(name) {
      const [direct, stored] = [text(name), contentOf(`${name}_FILE`)];
      if (direct !== undefined && stored !== undefined) faults.push(`${name} and ${name}_FILE must not both be set`);
      const value = direct ?? stored;
      // Editors and shells on Windows add byte-order marks and carriage returns, which are invisible.
      if (value === undefined || !/[\p{Cc}\uFEFF]/u.test(value)) return value;
      faults.push(
        `${direct === undefined ? `The file in ${name}_FILE` : name} must not contain a byte-order mark, carriage return or other control character: save the file as UTF-8 without BOM and with Unix line ends`,
      );
      return undefined;
    },
    integer(name, least, most, fallback = Number((settings[name] as Setting).default)) {
      const given = text(name);
      if (given === undefined) return fallback;
      const value = Number(given);
      if (/^\d+$/.test(given) && value >= least && value <= most) return value;
      faults.push(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}`);
      return fallback;
    },
    choice(name, values) {
      const given = text(name);
      const found = values.find((value) => value === given);
      if (given !== undefined && found === undefined)
        faults.push(`${name} must be one of ${values.join(", ")}, not ${JSON.stringify(given)}`);
      return found;
    },
  };
}
