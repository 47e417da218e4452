import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { escaping, isDecodable } from "#platform/database/connection/database-url.ts";
import type { WayOut } from "#platform/egress/way-out.ts";
import type { SettingReader } from "./setting-reader.ts";

const certificate = /-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g;

/**
 * Reads how requests leave this machine. `host` is the address at which the service listens; requests to it never use a
 * proxy.
 */
export function readWayOut(settings: SettingReader, host: string): WayOut {
  const httpProxy = readProxy("HTTP_PROXY", settings);
  const httpsProxy = readProxy("HTTPS_PROXY", settings) || httpProxy;
  const noProxy = settings.text("NO_PROXY");
  const direct = ["localhost", "127.0.0.1", "::1", host, ...(noProxy ?? "").split(/[\s,]+/)];
  const proxies = { httpProxy, httpsProxy, noProxy: direct.filter((entry) => entry !== "").join(",") };
  return { proxies: httpsProxy === "" ? undefined : proxies, extraCa: readExtraCa(settings) };
}

function readProxy(name: "HTTP_PROXY" | "HTTPS_PROXY", { secret, faults }: SettingReader): string {
  const given = secret(name) ?? "";
  const url = URL.parse(given);
  const isProxy =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    isDecodable(url.username + url.password) &&
    url.pathname + url.search + url.hash === "/";
  if (given !== "" && !isProxy)
    faults.push(`${name} must be http://host:port, or http://user:password@host:port; ${escaping}`);
  return isProxy ? given : "";
}

function readExtraCa({ path, faults }: SettingReader): string[] {
  const file = path("EXTRA_CA_FILE");
  if (file === undefined) return [];
  try {
    const found = readFileSync(file, "utf8").match(certificate) ?? [];
    for (const pem of found) void new X509Certificate(pem);
    if (found.length > 0) return found;
    faults.push("EXTRA_CA_FILE must contain a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isDamaged = code === undefined || code.startsWith("ERR_");
    faults.push(
      isDamaged
        ? "EXTRA_CA_FILE contains a damaged certificate: export it again"
        : `EXTRA_CA_FILE cannot be read (${code}): check its path and permissions`,
    );
  }
  return [];
}
