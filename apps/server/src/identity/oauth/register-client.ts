import type { Database } from "#platform/database/database.ts";
import { hourSeconds } from "#platform/days.ts";
import { newId } from "#platform/ids.ts";
import { countOrRefuse, networkCounters } from "#identity/throttle/throttle.ts";
import { insertRegisteredClient } from "./queries.ts";
import { refuseUnless } from "./oauth-error.ts";
import { sortRedirectUris } from "./redirect-uri.ts";
import { showableName } from "./showable-name.ts";

const maxRedirectUris = 10;
/**
 * The maximum number of registrations per hour from one network. A whole company, or all users of one assistant, may
 * share a network.
 */
const maxInHour = 60;
/**
 * The maximum number of clients that were never connected; the oldest are deleted. One site would need more than
 * three hours to displace a registration, and people connect a program within minutes.
 */
const maxUnused = 1_000;

/**
 * Registers a program that has no metadata document (RFC 7591). It gets no secret, because a program on people's
 * machines cannot protect one (RFC 8252 §8.5), so `none` replaces any other authentication method.
 */
export async function registerClient(
  metadata: Record<string, unknown>,
  { address }: { address: string },
  { db, now }: { db: Database; now: Date },
): Promise<Record<string, unknown>> {
  const { redirect_uris: uris, client_name: given } = metadata;
  refuseUnless(
    Array.isArray(uris) && uris.length > 0 && uris.length <= maxRedirectUris,
    "invalid_redirect_uri",
    `redirect_uris must contain 1 to ${maxRedirectUris} addresses`,
  );
  // Leaves out unusable addresses, because programs list those of all their editions. The reply shows which ones were
  // kept.
  const { permitted, refused } = sortRedirectUris(uris);
  refuseUnless(
    permitted.length > 0,
    "invalid_redirect_uri",
    `none of the redirect_uris can be used: ${refused.join("; ")}. Use https, http on localhost, or the scheme of an installed program`,
  );
  const counted = { most: maxInHour, windowSeconds: hourSeconds };
  await countOrRefuse(db, networkCounters("registration", address, counted), now);
  const client = {
    id: newId("client"),
    name:
      showableName(typeof given === "string" ? given : "") ||
      showableName(new URL(permitted[0] ?? "").host) ||
      "Unnamed program",
    redirect_uris: permitted,
  };
  await insertRegisteredClient(db, client, maxUnused, now);
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: client.name,
    redirect_uris: permitted,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
