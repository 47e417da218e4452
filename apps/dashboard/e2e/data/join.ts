import { Stint } from "@stint/sdk";

const baseUrl = process.env["E2E_URL"] ?? "";
const sameOrigin = { "sec-fetch-site": "same-origin" };

/** Accepts an invitation with its link, as a new colleague. */
export async function join(link: string, name: string): Promise<{ stint: Stint; userId: string }> {
  let cookie = "";
  const stint = new Stint({
    baseUrl,
    headers: sameOrigin,
    onRequest: ({ headers }) => (cookie === "" ? undefined : headers.set("cookie", cookie)),
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
  const { user } = await stint.auth.acceptInvitation({ token, name, password: "copper meadow lantern 7" });
  return { stint, userId: user.id };
}

/** Invites a new colleague, who accepts at once. */
export async function invite(owner: Stint, name: string): Promise<{ stint: Stint; userId: string }> {
  const email = `${name.toLowerCase()}-${Date.now()}@example.com`;
  const { link } = await owner.invitations.create({ email, role: "member" });
  return join(link, name);
}
