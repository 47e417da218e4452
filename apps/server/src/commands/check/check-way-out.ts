import { once } from "node:events";
import net from "node:net";
import { requestMs } from "#commands/health/health.ts";
import type { Config } from "#platform/config/config.ts";
import { counted } from "#commands/command-line/counted.ts";
import { type Finding, findingsOf, reasonOf } from "./finding.ts";

const { good, note, bad } = findingsOf("way out");

/**
 * Reports how requests leave this machine. Tries only the proxy here, and the OpenID provider and the mail server in
 * their own sections, because all other requests go to strangers' servers.
 */
export async function checkWayOut(
  config: Pick<Config, "webhookAllowPrivate" | "calendarAllowPrivate" | "wayOut">,
  env: Record<string, string | undefined>,
): Promise<Finding[]> {
  const { proxies, extraCa } = config.wayOut;
  const targets = (isAllowed: boolean) => (isAllowed ? "public and private addresses" : "public addresses only");
  const [webhooks, calendars] = [config.webhookAllowPrivate, config.calendarAllowPrivate].map(targets);
  const findings = [good(`Webhooks are sent to ${webhooks}, and calendars are read from ${calendars}.`)];
  if (extraCa.length > 0)
    findings.push(good(`EXTRA_CA_FILE adds ${counted(extraCa.length, "certificate")} to the trusted ones.`));
  if (proxies !== undefined) {
    const urls = new Set([proxies.httpProxy, proxies.httpsProxy].filter((url) => url !== ""));
    findings.push(...(await Promise.all([...urls].map((url) => tryProxy(url)))));
    findings.push(note("Mail and the database connect directly, and names are resolved by the proxy."));
    const ranges = proxies.noProxy.split(",").filter((entry) => entry.includes("/"));
    if (ranges.length > 0)
      findings.push(
        note(`NO_PROXY: ${ranges.join(", ")} has no effect.`, "Name hosts and domains instead of networks."),
      );
  }
  const ignored = ["ALL_PROXY", "all_proxy"].filter((name) => (env[name] ?? "") !== "");
  if (ignored.length > 0)
    findings.push(note(`${ignored.join(", ")} has no effect.`, "Set HTTPS_PROXY and HTTP_PROXY."));
  return findings;
}

/** Shows only the proxy's host and port, because the URL may contain a password. */
async function tryProxy(url: string): Promise<Finding> {
  const { protocol, hostname, host, port } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(requestMs) });
    return good(`Requests go through the proxy ${host}, which accepts connections.`);
  } catch (error) {
    return bad(`The proxy ${host} cannot be reached: ${reasonOf(error)}.`, "Check HTTPS_PROXY and HTTP_PROXY.");
  } finally {
    socket.destroy();
  }
}
