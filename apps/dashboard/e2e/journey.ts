import { randomBytes } from "node:crypto";
import { test as base, type Page } from "@playwright/test";
import { Stint } from "@stint/sdk";

export { expect } from "@playwright/test";

/** A person of a test: a member of the one organization, with projects that only they are on. */
export interface Person {
  email: string;
  password: string;
  name: string;
  /** The API as this person. */
  stint: Stint;
  project: { id: string; name: string };
  taskId: string;
}

const baseUrl = process.env["E2E_URL"] ?? "";
const sameOrigin = { "sec-fetch-site": "same-origin" };
const owner = new Stint({ baseUrl, headers: { ...sameOrigin, cookie: process.env["E2E_OWNER_COOKIE"] ?? "" } });

type Role = "admin" | "manager" | "member" | "viewer";

async function newPerson(role: Role): Promise<Person & { cookie: string }> {
  const word = randomBytes(5).toString("hex");
  const credentials = { email: `${word}@example.com`, password: `copper meadow ${word}` };
  const invited = await owner.invitations.create({ email: credentials.email, role });
  const token = new URLSearchParams(new URL(invited.link).hash.slice(1)).get("token") ?? "";
  let cookie = "";
  const stranger = new Stint({
    baseUrl,
    headers: sameOrigin,
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  const { user } = await stranger.auth.acceptInvitation({
    token,
    name: `Person ${word}`,
    password: credentials.password,
  });
  const project = await owner.projects.create({ name: `Website ${word}`, visibility: "members", memberIds: [user.id] });
  const task = await owner.tasks.create(project.id, { name: "Build" });
  const stint = new Stint({ baseUrl, headers: { ...sameOrigin, cookie } });
  return { ...credentials, name: `Person ${word}`, stint, project, taskId: task.id, cookie };
}

interface Options {
  role: Role;
  /** Whether `page` begins with a session of `person`. */
  isSignedIn: boolean;
}

/** A test that fails for every error in the console, every violation of the policy and every request to elsewhere. */
export const test = base.extend<Options & { person: Person; watched: undefined }>({
  baseURL: baseUrl,
  role: ["member", { option: true }],
  isSignedIn: [true, { option: true }],
  person: async ({ role }, use) => use(await newPerson(role)),
  watched: [
    async ({ context }, use) => {
      const wrong: string[] = [];
      context.on("console", (message) => {
        // A request that is refused or cannot be sent is told by the screen, and by the browser here.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          wrong.push(message.text());
      });
      context.on("weberror", (error) => wrong.push(String(error.error())));
      context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(baseUrl) && !/^(data|blob):/.test(url)) wrong.push(`request to ${url}`);
      });
      await use(undefined);
      if (wrong.length > 0) throw new Error(`The browser complained:\n${wrong.join("\n")}`);
    },
    { auto: true },
  ],
  page: async ({ page, person, context, isSignedIn }, use) => {
    const [name = "", value = ""] = (person as Person & { cookie: string }).cookie.split("=");
    if (isSignedIn)
      await context.addCookies([
        { name, value, url: baseUrl.replace("http:", "https:"), secure: true, httpOnly: true },
      ]);
    await use(page);
  },
});

/** Opens a screen and waits until it shows what is known. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}
