import { isLoopback } from "#platform/loopback.ts";
import { parsePublicUrl } from "./public-url.ts";
import type { SettingReader } from "./setting-reader.ts";

export interface OpenIdConfig {
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** Label of the sign-in button. */
  name: string;
}

export function readOpenId({ text, secret, faults }: SettingReader): OpenIdConfig | undefined {
  const [issuer, clientId, name] = [text("OIDC_ISSUER"), text("OIDC_CLIENT_ID"), text("OIDC_NAME")];
  const clientSecret = secret("OIDC_CLIENT_SECRET");
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined || clientId === undefined) {
    faults.push(
      "OIDC_ISSUER, OIDC_CLIENT_ID and, unless the client is public, OIDC_CLIENT_SECRET must be set together",
    );
    return undefined;
  }
  const isSafe =
    parsePublicUrl(issuer) !== undefined &&
    (new URL(issuer).protocol === "https:" || isLoopback(new URL(issuer).hostname));
  if (!isSafe) faults.push("OIDC_ISSUER must be an https URL; http is only allowed for this machine");
  return { issuer, clientId, clientSecret, name };
}
