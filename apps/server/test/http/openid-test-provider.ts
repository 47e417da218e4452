import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type ClientMetadata } from "oidc-provider";

/** The account that signs in at the provider. */
export interface TestAccount {
  subject: string;
  email: string;
  isVerified: boolean;
  name?: string;
  /** The claim `groups` of the ID token. */
  groups?: unknown;
  /** The claim `groups` of the userinfo endpoint. */
  userinfoGroups?: unknown;
  /** More claims of the ID token. It has no `email` unless it is one of them. */
  token?: Record<string, unknown>;
  /** Claims that replace those of the userinfo endpoint. */
  userinfo?: Record<string, unknown>;
  /** When the person authenticated at the provider, in Unix seconds; defaults to now. */
  authenticatedAt?: number;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** How the provider differs from one that follows the standards; may be changed at any time. */
  varies: Variations;
  /** The paths of the requests so far. */
  requests: string[];
  /** Signs in with this account whoever comes next. */
  letIn(account: TestAccount): void;
  /**
   * Follows the redirect to the provider, signs in with this account, and returns the URL to which the provider
   * redirects back.
   */
  visit(url: string, account: TestAccount): Promise<string>;
  /** Makes the provider sign ID tokens with an unpublished key from now on, or leave them unsigned. */
  forge(how: "unknown key" | "unsigned"): void;
  stop(): Promise<void>;
}

export interface Variations {
  /** Replaces what the provider announces; undefined removes a member. */
  metadata?: Record<string, unknown>;
  /** The only way in which the client may authenticate. */
  accepts?: "client_secret_basic" | "client_secret_post";
  /** The path to which the token endpoint has moved. */
  tokenPath?: string;
  /** Replies to requests instead of the provider. */
  replies?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

interface ProviderOptions {
  port?: number;
  /** The path of the issuer. */
  path?: string;
  clientSecret?: string;
  /** More metadata of the client. */
  client?: Partial<ClientMetadata>;
  /** Whether to sign with a new key instead of the one that all test providers have. */
  hasNewKey?: boolean;
}

const moreClaims = ["email", "email_verified", "xms_edov", "nbf"];

/** Starts a real OpenID provider on this machine. The provider does not ask visitors to sign in. */
export async function startOpenIdProvider(
  redirectUrl: string,
  { port = 0, path = "", clientSecret = "a secret of the client", client: more, hasNewKey }: ProviderOptions = {},
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${path}`;
  const mount = path.replace(/\/$/, "");
  const client = { clientId: "stint", clientSecret };
  const varies: Variations = {};
  const requests: string[] = [];
  const accounts = new Map<string, TestAccount>();
  let visitor = "";
  let forged: "unknown key" | "unsigned" | undefined;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: clientSecret, redirect_uris: [redirectUrl], ...more }],
    claims: { openid: ["sub", "groups", ...moreClaims], email: ["email", "email_verified"], profile: ["name"] },
    enabledJWA: { idTokenSigningAlgValues: ["RS256", "HS256"], userinfoSigningAlgValues: ["RS256", "HS256"] },
    ...(hasNewKey === true ? { jwks: { keys: [newKey()] } } : {}),
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false }, jwtUserinfo: { enabled: true } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId);
      return (
        account && {
          accountId,
          claims: async (use) => ({
            sub: accountId,
            name: account.name,
            ...(use === "id_token"
              ? { groups: account.groups, ...account.token }
              : {
                  groups: account.userinfoGroups,
                  ...(account.userinfo ?? { email: account.email, email_verified: account.isVerified }),
                }),
          }),
        }
      );
    },
  });
  const answer = provider.callback();
  server.on("request", (request: IncomingMessage & { originalUrl?: string }, response) => {
    request.originalUrl = request.url ?? "";
    if (mount !== "" && request.url?.startsWith(`${mount}/`) === true) request.url = request.url.slice(mount.length);
    const asked = request.url?.split("?")[0] ?? "";
    requests.push(asked);
    if (varies.replies?.(request, response) === true) return;
    if (asked.endsWith("/openid-configuration"))
      rewriteJson(response, (document) => ({
        ...document,
        ...varies.metadata,
        ...(varies.tokenPath === undefined ? {} : { token_endpoint: `${origin}${mount}${varies.tokenPath}` }),
      }));
    const isBasic = request.headers.authorization?.startsWith("Basic ") === true;
    const isToken = asked === (varies.tokenPath ?? "/token");
    if (isToken && varies.accepts !== undefined && isBasic !== (varies.accepts === "client_secret_basic")) {
      const refusal = { error: "invalid_client", error_description: `send ${clientSecret} as registered` };
      response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(refusal));
      return;
    }
    if (isToken) request.url = "/token";
    else if (asked === "/token") {
      response.writeHead(404).end();
      return;
    }
    if (request.url === "/jwks" && forged === "unknown key") {
      const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const other = { ...publicKey.export({ format: "jwk" }), kid: "other", use: "sig", alg: "RS256" };
      response.setHeader("content-type", "application/jwk-set+json").end(JSON.stringify({ keys: [other] }));
      return;
    }
    if (isToken && forged === "unsigned")
      rewriteJson(response, (body) => {
        const header = Buffer.from('{"alg":"none"}').toString("base64url");
        return { ...body, id_token: `${header}.${String(body["id_token"]).split(".")[1]}.` };
      });
    if (request.url?.startsWith("/interaction/") !== true) {
      void answer(request, response);
      return;
    }
    const grant = new provider.Grant({ accountId: visitor, clientId: client.clientId });
    grant.addOIDCScope("openid email profile");
    const finish = async () => {
      const consent = { grantId: await grant.save() };
      const { authenticatedAt: ts } = accounts.get(visitor) ?? {};
      const login = { accountId: visitor, ...(ts === undefined ? {} : { ts }) };
      await provider.interactionFinished(request, response, { login, consent });
    };
    finish().catch((error: Error) => response.writeHead(500).end(error.message));
  });

  function letIn(account: TestAccount): void {
    accounts.set(account.subject, account);
    visitor = account.subject;
  }

  return {
    issuer,
    ...client,
    varies,
    requests,
    letIn,
    async visit(url, account) {
      letIn(account);
      const cookies = new Map<string, string>();
      let here = url;
      for (let hops = 0; hops < 10; hops++) {
        const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
        const reply = await fetch(here, { redirect: "manual", headers: { cookie } });
        for (const line of reply.headers.getSetCookie()) {
          const [pair = ""] = line.split(";", 1);
          cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
        }
        const location = reply.headers.get("location");
        if (location === null) throw new Error(`${reply.status} ${await reply.text()}`);
        here = new URL(location, here).href;
        if (here.startsWith(redirectUrl)) return here;
      }
      throw new Error("the provider never sent the browser back");
    },
    forge: (how) => void (forged = how),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function newKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: "new", use: "sig", alg: "RS256" };
}

/** Changes the JSON of a reply before it is sent. */
function rewriteJson(
  response: ServerResponse,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): void {
  const end = response.end.bind(response);
  response.end = ((text: string) => {
    const changed = JSON.stringify(change(JSON.parse(String(text))));
    response.setHeader("content-length", Buffer.byteLength(changed));
    return end(changed);
  }) as typeof response.end;
}
