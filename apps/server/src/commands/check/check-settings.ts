import { type Config, ConfigError, loadConfig } from "#platform/config/config.ts";
import { listSettingNames, listUnknownSettings } from "#platform/config/setting-names.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { good, note, bad } = findingsOf("settings");

/**
 * Checks every setting, and reports unknown variables whose names look like settings. Does not show values, because
 * some are secrets.
 */
export function checkSettings(env: Record<string, string | undefined>): {
  config: Config | undefined;
  findings: Finding[];
} {
  const findings: Finding[] = [];
  const config = readConfig(env, findings);
  if (config !== undefined) {
    // Without an endpoint, the other OpenTelemetry variables are not validated.
    const isChecked = (name: string) => config.tracing !== undefined || !name.startsWith("OTEL_");
    const set = listSettingNames().filter((name) => env[name] !== undefined && env[name] !== "" && isChecked(name));
    findings.push(
      good(set.length === 0 ? "No settings are set; all have their defaults." : `These are valid: ${set.join(", ")}.`),
    );
  }
  for (const { name, near } of listUnknownSettings(env))
    findings.push(
      near === undefined
        ? note(`${name} is not a setting of Stint, and has no effect.`, "Remove it if it was meant for Stint.")
        : bad(`${name} is not a setting of Stint, and has no effect.`, `Did you mean ${near}?`),
    );
  return { config, findings };
}

function readConfig(env: Record<string, string | undefined>, findings: Finding[]): Config | undefined {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) findings.push(bad(`${fault}.`, "Correct or unset it, then repeat the check."));
    return undefined;
  }
}
