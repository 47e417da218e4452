import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a program on this computer that registers, and then waits until the browser returns with an answer. */
export async function startProgram(baseUrl: string, name: string) {
  const answered = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    if (pathname === "/callback") answered.resolve(searchParams);
    response.writeHead(200, { "content-type": "text/html", connection: "close" }).end("<p>Back in the program</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise((resolve) => server.close(resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const metadata = await (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).json();
  const at = (endpoint: string) => new URL(new URL(metadata[endpoint]).pathname, baseUrl).href;
  const registered = await fetch(at("registration_endpoint"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = await registered.json();
  const verifier = randomBytes(32).toString("base64url");
  const asked = (changed: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: "time-entries:read time-entries:write projects:read",
      state: "kept",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...changed,
    });
    return `/authorize?${parameters.toString()}`;
  };
  const token = async (fields: Record<string, string>) => {
    const answer = await fetch(at("token_endpoint"), {
      method: "POST",
      body: new URLSearchParams({ client_id: clientId, ...fields }),
    });
    return { status: answer.status, ...(await answer.json()) };
  };
  const exchange = async () => {
    const code = (await answered.promise).get("code") ?? "";
    return token({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri });
  };
  const refresh = (refreshToken: string) => token({ grant_type: "refresh_token", refresh_token: refreshToken });
  return { asked, answered: answered.promise, exchange, refresh, stop };
}
