import type { Browser, Page } from "@playwright/test";
import type { Stint } from "@stint/sdk";
import { giveCookie, newVisitor } from "../page/journey.ts";
import type { Service } from "../service/service.ts";

export interface Colleague {
  stint: Stint;
  userId: string;
  name: string;
  cookie: () => string;
}

export async function inviteColleague(
  service: Service,
  owner: Stint,
  name: string,
  role: "manager" | "member" | "viewer" = "member",
): Promise<Colleague> {
  const email = `${name.toLowerCase()}-${Date.now()}@example.com`;
  const { link } = await owner.invitations.create({ email, role });
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
  const { stint, cookie } = newVisitor(service);
  const { user } = await stint.auth.acceptInvitation({ token, name, password: "copper meadow lantern 7" });
  return { stint, userId: user.id, name, cookie };
}

/** Opens a page in a separate browser context, signed in as the colleague. */
export async function pageOf(browser: Browser, service: Service, { cookie }: Colleague): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1280, height: 860 } });
  await giveCookie(context, service, cookie());
  return context.newPage();
}
