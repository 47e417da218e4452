import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { proxyNames, type secretNames, type Setting, type SettingName, settings } from "./settings.ts";

export interface SettingReader {
  faults: string[];
  /** Returns undefined if the setting is absent or empty. */
  given: (name: SettingName) => string | undefined;
  /** Like `given`, but returns the declared default, if there is one, instead of undefined. */
  text: <Name extends SettingName>(name: Name) => string | Absent<Name>;
  /** Like `given`. The value may also be in the file that the setting `NAME_FILE` names. No fault contains the value. */
  secret: (name: (typeof secretNames)[number]) => string | undefined;
  /**
   * Returns an absolute path. A relative path is resolved from INIT_CWD, the folder in which the command was run,
   * because npm runs scripts in the checkout.
   */
  path: (name: SettingName) => string | undefined;
  /** Returns `fallback`, or else the declared default, if the setting is absent or invalid. */
  integer: (name: SettingName, least: number, most: number, fallback?: number) => number;
  /** Returns the declared default, if there is one, if the setting is absent or invalid. */
  choice: <Name extends SettingName, Value extends string>(
    name: Name,
    values: readonly Value[],
  ) => Value | Absent<Name>;
}

/** What an absent setting is without a default: `undefined`; never if it has one. */
type Absent<Name extends SettingName> = (typeof settings)[Name] extends { default: string } ? never : undefined;

export function createSettingReader(env: Record<string, string | undefined>): SettingReader {
  const faults: string[] = [];
  const given = (name: string) =>
    env[name] || (proxyNames.includes(name) ? env[name.toLowerCase()] : undefined) || undefined;
  const defaultOf = (name: SettingName) => (settings[name] as Setting).default;
  const path = (name: string) => {
    const value = given(name);
    return value === undefined ? undefined : resolve(env["INIT_CWD"] ?? "", value);
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
    given,
    text: (name) => (given(name) ?? defaultOf(name)) as string,
    path,
    secret(name) {
      const [direct, stored] = [given(name), contentOf(`${name}_FILE`)];
      if (direct !== undefined && stored !== undefined) faults.push(`${name} and ${name}_FILE must not both be set`);
      const value = direct ?? stored;
      // Editors and shells on Windows add byte-order marks and carriage returns, which are invisible.
      if (value === undefined || !/[\p{Cc}\uFEFF]/u.test(value)) return value;
      faults.push(
        `${direct === undefined ? `The file in ${name}_FILE` : name} must not contain a byte-order mark, carriage return or other control character: save the file as UTF-8 without BOM and with Unix line ends`,
      );
      return undefined;
    },
    integer(name, least, most, fallback = Number(defaultOf(name))) {
      const text = given(name);
      if (text === undefined) return fallback;
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= least && value <= most) return value;
      faults.push(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
      return fallback;
    },
    choice<Name extends SettingName, Value extends string>(name: Name, values: readonly Value[]) {
      const text = given(name);
      const found = values.find((value) => value === text);
      if (text !== undefined && found === undefined)
        faults.push(`${name} must be one of ${values.join(", ")}, not ${JSON.stringify(text)}`);
      return (found ?? defaultOf(name)) as Value;
    },
  };
}
