import { requestMs } from "#commands/health/health.ts";
import type { OpenIdProvider } from "#identity/openid/openid-provider.ts";
import type { Config } from "#platform/config/config.ts";
import { counted } from "#commands/command-line/counted.ts";
import { type Finding, findingsOf, reasonOf } from "./finding.ts";
import { listMissing } from "#identity/openid/list-missing.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import { type Database, sql } from "#platform/database/database.ts";

const { good, note, bad } = findingsOf("OpenID");
const supported = /^((RS|PS|ES|HS)(256|384|512)|EdDSA|Ed25519)$/;

type Metadata = Awaited<ReturnType<OpenIdProvider["discover"]>>;

/** Checks everything at the OpenID provider that a sign-in needs and that can be tried without a person. */
export async function checkOpenId(openId: Config["openId"], publicUrl: string): Promise<Finding[]> {
  if (openId === undefined) return [];
  const { createOpenIdProvider } = await import("#identity/openid/openid-provider.ts");
  const provider = createOpenIdProvider(openId);
  try {
    const metadata = await provider.discover();
    const { authorization_endpoint: begins, token_endpoint: ends } = metadata;
    return [
      good(`The provider ${metadata.issuer} replies.`),
      ...checkMetadata(metadata),
      ...(metadata.jwks_uri === undefined ? [] : [await checkKeys(metadata.jwks_uri)]),
      ...(begins === undefined || ends === undefined
        ? [bad("The provider announces no authorization_endpoint or no token_endpoint.", "Check OIDC_ISSUER.")]
        : await checkClient(provider, `${publicUrl}/auth/openid/callback`)),
    ];
  } catch (error) {
    return [
      bad(
        `${reasonOf(error)}.`,
        "Set OIDC_ISSUER to the provider's issuer, or to the address of its discovery document; check DNS, firewalls and the certificate.",
      ),
    ];
  }
}

function checkMetadata(metadata: Metadata): Finding[] {
  const algorithms = metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  const usable = algorithms.filter((name) => supported.test(name));
  const findings: Finding[] = [];
  if (usable.length === 0)
    findings.push(
      bad(
        `The provider signs ID tokens only with algorithms that Stint does not support (${algorithms.join(", ")}).`,
        "Choose RS256 or ES256 for the client at the provider.",
      ),
    );
  else if (usable.every((name) => name.startsWith("HS")))
    findings.push(
      note(
        "The provider signs ID tokens with the client secret.",
        "Choose a signing key for the client at the provider, if it has one.",
      ),
    );
  else if (metadata.jwks_uri === undefined)
    findings.push(
      bad("The provider publishes no keys (jwks_uri), so no ID token can be verified.", "Check OIDC_ISSUER."),
    );
  if (metadata.code_challenge_methods_supported?.includes("S256") === false)
    findings.push(bad("The provider does not support PKCE with S256.", "Enable it at the provider."));
  if (metadata.scopes_supported?.includes("email") === false)
    findings.push(bad("The provider does not offer the scope email.", "Add it for the client at the provider."));
  return findings;
}

async function checkKeys(url: string): Promise<Finding> {
  const mend = "Read the provider's log, and check that this machine can reach the address.";
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestMs) });
    const { keys } = Object(await response.json()) as { keys?: unknown };
    const count = Array.isArray(keys) ? keys.length : 0;
    return count > 0 ? good(`It publishes ${counted(count, "key")}.`) : bad(`There are no keys at ${url}.`, mend);
  } catch (error) {
    return bad(`The provider's keys at ${url} cannot be read: ${reasonOf(error)}.`, mend);
  }
}

/** Tries the client's id, secret and redirect URI. */
async function checkClient(provider: OpenIdProvider, redirectUrl: string): Promise<Finding[]> {
  const { result, method, reply } = await provider.tryClient(redirectUrl);
  const client = {
    accepted: good(`It accepts the client, which authenticates by ${method}.`),
    refused: bad(
      `The provider does not accept the client: ${reply}.`,
      "Compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET with the client at the provider, and let it authenticate by client_secret_basic or client_secret_post.",
    ),
    unclear: note(`Whether the provider accepts the client is not clear: ${reply}.`, "Sign in, and read the log."),
  }[result];
  const register = `Register the redirect URI ${redirectUrl} for the client at the provider.`;
  const { url } = await provider.begin(redirectUrl, { isProof: false });
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(requestMs) });
  await response.body?.cancel();
  if (response.status < 400) return [client, good(`It begins sign-ins that return to ${redirectUrl}.`)];
  return [client, bad(`The provider refuses to begin a sign-in (status ${response.status}).`, register)];
}

const aboutGroups = findingsOf("groups");

/**
 * Checks that the organization and the teams in the group settings exist. Returns no findings without such settings.
 */
export async function checkGroups(db: Database, groups: OpenIdGroups | undefined): Promise<Finding[]> {
  if (groups === undefined) return [];
  const [table] = await db.query<{ name: string | null }>(sql`select to_regclass(${"organizations"})::text as name`);
  if ((table?.name ?? null) === null)
    return [aboutGroups.note("The database is empty, so the organization of OIDC_JOIN could not be looked up.")];
  const missing = await listMissing(db, groups);
  if (missing.length > 0) return missing.map(({ problem, mend }) => aboutGroups.bad(problem, mend));
  return [aboutGroups.good("The organization and the teams in the settings about groups exist.")];
}
