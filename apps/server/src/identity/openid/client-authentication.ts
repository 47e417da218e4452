import * as client from "openid-client";

/** The ways to authenticate that Stint supports, in the order in which they are tried if the provider accepts both. */
const methods = { client_secret_post: client.ClientSecretPost, client_secret_basic: client.ClientSecretBasic };
type Method = keyof typeof methods;

/**
 * Lists the methods of authenticating with a secret, best first. If the provider announces none, the default is Basic
 * (OpenID Connect Discovery §3); the other method follows, because some of these providers accept only that.
 */
function authenticationMethods({ token_endpoint_auth_methods_supported: announced }: client.ServerMetadata) {
  const all = Object.keys(methods) as Method[];
  const known = all.filter((method) => announced?.includes(method));
  return known.length > 0 ? known : all.toReversed();
}

export interface ClientAuthentication {
  authenticate: client.ClientAuth;
  /** Returns the method to use next: the last one that the provider did not refuse. */
  methodFor(server: client.ServerMetadata): string;
  /** Runs a request to the token endpoint; if the provider refuses the authentication, tries the other methods. */
  trying<Result>(server: client.ServerMetadata, request: () => Promise<Result>): Promise<Result>;
}

/**
 * Authenticates with the secret, by the method that the provider accepted last. Without a secret, the client is public.
 */
export function clientAuthentication(clientSecret: string | undefined): ClientAuthentication {
  if (clientSecret === undefined)
    return { authenticate: client.None(), methodFor: () => "none", trying: (_server, request) => request() };
  let turns = 0;
  function methodFor(server: client.ServerMetadata): Method {
    const list = authenticationMethods(server);
    return list[turns % list.length] ?? "client_secret_basic";
  }
  return {
    methodFor,
    authenticate: (server, ...request) => methods[methodFor(server)](clientSecret)(server, ...request),
    async trying(server, request) {
      for (let left = authenticationMethods(server).length - 1; ; left--) {
        try {
          return await request();
        } catch (error) {
          if (!isRefusedClient(error)) throw error;
          turns++;
          if (left === 0) throw error;
        }
      }
    },
  };
}

/** Whether the provider refused the client's id, its secret or the way in which it sent them (RFC 6749 §5.2). */
export function isRefusedClient(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof client.ResponseBodyError && ["invalid_client", "unauthorized_client"].includes(error.error);
}
