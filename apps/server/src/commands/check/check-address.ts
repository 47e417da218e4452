import { requestMs } from "#commands/health/health.ts";
import { isLoopback } from "#platform/loopback.ts";
import type { SeenProxy } from "#platform/http/server/health.ts";
import { describeLag } from "#platform/database/connection/database-clock.ts";
import { type Finding, findingsOf, reasonOf } from "./finding.ts";

const { good, note, bad } = findingsOf("public address");
const clock = findingsOf("clock");
/**
 * The maximum difference between this machine's clock and the Date header of the reply. It allows for the header's
 * whole seconds and the duration of the request.
 */
const maxApartMs = requestMs;

/**
 * Requests PUBLIC_URL as users do, through any proxy in front of the service. `isRunning` says whether the service
 * replied to a direct request.
 */
export async function checkPublicAddress(publicUrl: string, isRunning: boolean): Promise<Finding[]> {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = isLoopback(hostname);
  const findings: Finding[] = [];
  if (isLocal)
    findings.push(
      note(
        `Links in mails lead to ${publicUrl}, which only this machine can open.`,
        "Set PUBLIC_URL to the address at which people open the service.",
      ),
    );
  if (isLocal && !isRunning) return findings;
  if (protocol === "http:" && !isLocal)
    findings.push(
      bad(
        `${publicUrl} is plain http: browsers do not keep a session there.`,
        "Put a reverse proxy with TLS in front of the service, and set PUBLIC_URL to https://….",
      ),
    );
  const reply = await ask(`${publicUrl}/readyz?show=proxy`);
  if ("failure" in reply) {
    const message = `${publicUrl} cannot be reached from here: ${reply.failure}.`;
    const mend =
      "Check DNS, the certificate, the proxy and firewalls; some networks cannot reach their own public address.";
    return [...findings, isRunning ? bad(message, mend) : note(`${message} The service is not running.`, mend)];
  }
  findings.push(...judge(publicUrl, reply, isRunning));
  if (reply.date !== undefined) findings.push(judgeDate(reply.date));
  if (!isLocal) findings.push(await checkMetrics(publicUrl));
  return findings;
}

interface Reply {
  status: number;
  location: string | null;
  text: string;
  date: number | undefined;
}

/** Sends one request. The reply may have any length, but only its beginning is read. */
async function ask(url: string): Promise<Reply | { failure: string }> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(requestMs) });
    const { status, headers } = response;
    const date = Date.parse(headers.get("date") ?? "");
    const text = await readBeginning(response);
    return { status, location: headers.get("location"), text, date: Number.isNaN(date) ? undefined : date };
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    return { failure: isLate ? `no reply within ${requestMs / 1000} s` : reasonOf(error) };
  }
}

async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value).slice(0, 10_000);
}

function judge(publicUrl: string, { status, location, text }: Reply, isRunning: boolean): Finding[] {
  if (location !== null)
    return [
      bad(`${publicUrl} redirects to ${location}.`, "Set PUBLIC_URL to the address that people reach in the end."),
    ];
  const { status: said, reason, proxy } = parse(text);
  if (said === "unavailable")
    return [bad(`${publicUrl} replies, but is not ready: ${String(reason)}.`, "Read the service's log.")];
  if (status !== 200 || said !== "ok" || proxy === undefined) {
    const message = `The server at ${publicUrl} is not this version of Stint (status ${status}).`;
    const mend = "Let the proxy pass every path to the service, and start the service.";
    return [isRunning ? bad(message, mend) : note(message, mend)];
  }
  return [good(`Stint replies at ${publicUrl}.`), ...judgeProxy(publicUrl, proxy)];
}

function parse(text: string): { status?: unknown; reason?: unknown; proxy?: SeenProxy } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

function judgeProxy(publicUrl: string, { protocol, forwardedFor }: SeenProxy): Finding[] {
  const isHttps = publicUrl.startsWith("https:");
  if (forwardedFor === "ignored")
    return [
      bad(
        "The proxy sends X-Forwarded-For, but the service does not trust it: all requests seem to come from the proxy, so one person's failed sign-ins block everyone else.",
        "Set TRUST_PROXY to the proxy's address or network.",
      ),
    ];
  if (forwardedFor === "missing")
    return isHttps
      ? [
          bad(
            "The proxy does not send X-Forwarded-For: all requests seem to come from the proxy, so one person's failed sign-ins block everyone else.",
            "Let the proxy set X-Forwarded-For, and set TRUST_PROXY to its address.",
          ),
        ]
      : [];
  const findings = [good("The service gets its callers' addresses from the proxy.")];
  if (isHttps && protocol !== "https")
    findings.push(note("The proxy does not report that clients use https.", "Let it set X-Forwarded-Proto."));
  return findings;
}

function judgeDate(date: number): Finding {
  const aheadMs = Date.now() - date;
  if (Math.abs(aheadMs) <= maxApartMs)
    return clock.good("This machine's clock agrees with that of the public address.");
  return clock.bad(
    `This machine's clock is ${describeLag(aheadMs)} that of the public address.`,
    "Synchronize both machines (chrony, systemd-timesyncd).",
  );
}

async function checkMetrics(publicUrl: string): Promise<Finding> {
  const reply = await ask(`${publicUrl}/metrics`);
  if ("failure" in reply || reply.status !== 200 || !/^# (HELP|TYPE) /m.test(reply.text))
    return good("/metrics is not public.");
  return bad(
    `${publicUrl}/metrics can be read from outside, or at least from here.`,
    "Let the proxy refuse /metrics; monitoring can read it from the service directly.",
  );
}
