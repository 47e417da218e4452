import { grantableScopes, leastScopes } from "./grantable-scopes.ts";
import { type Issuer, resourceOf } from "./read-request.ts";

/** The path of the protected resource metadata (RFC 9728). A 401 from `/mcp` refers to it. */
export const resourceMetadataPath = "/.well-known/oauth-protected-resource/mcp";

export function resourceMetadata(issuer: Issuer): object {
  return {
    resource: resourceOf(issuer),
    resource_name: "Stint",
    authorization_servers: [issuer.publicUrl],
    // Lists only the minimum, because programs first request every scope listed here, and more when a challenge demands
    // it.
    scopes_supported: leastScopes,
    bearer_methods_supported: ["header"],
  };
}

/** Returns the authorization server metadata (RFC 8414). */
export function serverMetadata({ publicUrl }: Issuer): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: grantableScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
