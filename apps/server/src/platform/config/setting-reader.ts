import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { proxyNames, type secretNames, type Setting, type SettingName, settings } from "./settings.ts";

/** The value of an absent setting: `undefined`, or `never` if the setting has a default. */
type Absent<Name extends SettingName> = (typeof settings)[Name] extends { default: string } ? never : undefined;

export type SettingReader = ReturnType<typeof createSettingReader>;

export function createSettingReader(env: Record<string, string | undefined>) {
  const faults: string[] = [];
  const given = (name: string) =>
    env[name] || (proxyNames.includes(name) ? env[name.toLowerCase()] : undefined) || undefined;
  const defaultOf = (name: SettingName) => (settings[name] as Setting).default;
  const path = (name: string) => {
    const value = given(name);
    return value === undefined ? undefined : resolve(env["INIT_CWD"] ?? "", value);
  };
  return {
    faults,
    /** Returns undefined if the setting is absent or empty. */
    given: given as (name: SettingName) => string | undefined,
    /** Like `given`, but returns the declared default, if there is one, instead of undefined. */
    text: <Name extends SettingName>(name: Name) => (given(name) ?? defaultOf(name)) as string | Absent<Name>,
    /**
     * Returns an absolute path. A relative path is resolved from INIT_CWD, the folder in which the command was run,
     * because npm runs scripts in the checkout.
     */
    path: path as (name: SettingName) => string | undefined,
    /**
     * Like `given`. The value may also be in the file that the setting `NAME_FILE` names. No fault contains the value.
     */
    secret(name: (typeof secretNames)[number]): string | undefined {
      const [direct, stored] = [given(name), readContent(`${name}_FILE`, path(`${name}_FILE`), faults)];
      if (direct !== undefined && stored !== undefined) faults.push(`${name} and ${name}_FILE must not both be set`);
      const value = direct ?? stored;
      // Editors and shells on Windows add byte-order marks and carriage returns, which are invisible.
      if (value === undefined || !/[\p{Cc}\uFEFF]/u.test(value)) return value;
      faults.push(
        `${direct === undefined ? `The file in ${name}_FILE` : name} must not contain a byte-order mark, carriage return or other control character: save the file as UTF-8 without BOM and with Unix line ends`,
      );
      return undefined;
    },
    /** Returns `fallback`, or else the declared default, if the setting is absent or invalid. */
    integer(name: SettingName, least: number, most: number, fallback = Number(defaultOf(name))): number {
      const text = given(name);
      if (text === undefined) return fallback;
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= least && value <= most) return value;
      faults.push(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
      return fallback;
    },
    /** Returns the declared default, if there is one, if the setting is absent or invalid. */
    choice<Name extends SettingName, Value extends string>(name: Name, values: readonly Value[]): Value | Absent<Name> {
      const text = given(name);
      const found = values.find((value) => value === text);
      if (text !== undefined && found === undefined)
        faults.push(`${name} must be one of ${values.join(", ")}, not ${JSON.stringify(text)}`);
      return (found ?? defaultOf(name)) as Value;
    },
  };
}

/** Returns the content of a setting's file without the line break at its end. */
function readContent(name: string, file: string | undefined, faults: string[]): string | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    faults.push(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}): check its path and permissions`);
    return undefined;
  }
}
