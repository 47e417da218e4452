import { resolve } from "node:path";

export interface SettingReader {
  faults: string[];
  /** Returns undefined if the setting is absent or empty. */
  text: (name: string) => string | undefined;
  /**
   * Returns an absolute path. A relative path is resolved from INIT_CWD, the folder in which the command was run,
   * because npm runs scripts in the checkout.
   */
  path: (name: string) => string | undefined;
  integer: (name: string, fallback: number, least: number, most: number) => number;
  choice: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
}

export function createSettingReader(env: Record<string, string | undefined>): SettingReader {
  const faults: string[] = [];
  const text = (name: string) => (env[name] === undefined || env[name] === "" ? undefined : env[name]);
  return {
    faults,
    text,
    path(name) {
      const given = text(name);
      return given === undefined ? undefined : resolve(text("INIT_CWD") ?? "", given);
    },
    integer(name, fallback, least, most) {
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
