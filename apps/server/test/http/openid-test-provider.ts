import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

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
  /** When the person authenticated at the provider, in Unix seconds; defaults to now. */
  authenticatedAt?: number;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /**
   * Follows the redirect to the provider, signs in with this account, and returns the URL to which the provider
   * redirects back.
   */
  visit(url: string, account: TestAccount): Promise<string>;
  /** Makes the provider sign ID tokens with an unpublished key from now on, or leave them unsigned. */
  forge(how: "unknown key" | "unsigned"): void;
  stop(): Promise<void>;
}

/** Starts a real OpenID provider on this machine. The provider does not ask visitors to sign in. */
export async function startOpenIdProvider(redirectUrl: string, port = 0): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "stint", clientSecret: "a secret of the client" };
  const accounts = new Map<string, TestAccount>();
  let visitor = "";
  let forged: "unknown key" | "unsigned" | undefined;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUrl] }],
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId);
      return (
        account && {
          accountId,
          claims: async (use) => ({
            sub: accountId,
            email: account.email,
            email_verified: account.isVerified,
            name: account.name,
            groups: use === "id_token" ? account.groups : account.userinfoGroups,
          }),
        }
      );
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url === "/jwks" && forged === "unknown key") {
      const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const other = { ...publicKey.export({ format: "jwk" }), kid: "other", use: "sig", alg: "RS256" };
      response.setHeader("content-type", "application/jwk-set+json").end(JSON.stringify({ keys: [other] }));
      return;
    }
    if (request.url === "/token" && forged === "unsigned") rewriteIdToken(response);
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

  return {
    issuer,
    ...client,
    async visit(url, account) {
      accounts.set(account.subject, account);
      visitor = account.subject;
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

/** Replaces the ID token with an unsigned token that has the same claims. */
function rewriteIdToken(response: ServerResponse): void {
  const end = response.end.bind(response);
  response.end = ((text: string) => {
    const body = JSON.parse(String(text));
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    const unsigned = JSON.stringify({ ...body, id_token: `${header}.${String(body.id_token).split(".")[1]}.` });
    response.setHeader("content-length", Buffer.byteLength(unsigned));
    return end(unsigned);
  }) as typeof response.end;
}
