import type { Config } from "#platform/config/config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { good, note } = findingsOf("way out");
const proxies = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"];

/**
 * Says how requests leave this machine. Only the provider and the mail server are tried, in their own sections, because
 * all other requests go to strangers.
 */
export function checkWayOut(
  { webhookAllowPrivate, calendarAllowPrivate }: Pick<Config, "webhookAllowPrivate" | "calendarAllowPrivate">,
  env: Record<string, string | undefined>,
): Finding[] {
  const targets = (isAllowed: boolean) => (isAllowed ? "public and private addresses" : "public addresses only");
  const findings = [
    good(
      `Webhooks are sent to ${targets(webhookAllowPrivate)}, and calendars are read from ${targets(calendarAllowPrivate)}.`,
    ),
  ];
  const set = proxies.flatMap((name) => [name, name.toLowerCase()]).filter((name) => (env[name] ?? "") !== "");
  if (set.length > 0)
    findings.push(
      note(
        `${set.join(", ")} has no effect on webhooks, calendars and mail: they connect directly.`,
        "Let this machine connect to their servers directly, through the firewall.",
      ),
    );
  return findings;
}
