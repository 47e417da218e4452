import { randomBytes } from "node:crypto";
import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { Stint } from "@stint/sdk";
import { foundOrganization } from "./found-organization.ts";
import { owner as firstOwner, runCommand, type Service } from "./service.ts";

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
  /** Of the session with which the page begins. */
  cookie: () => string;
}

const shared: Service = {
  url: process.env["E2E_URL"] ?? "",
  ownerCookie: process.env["E2E_OWNER_COOKIE"] ?? "",
  dataDir: process.env["E2E_DATA_DIR"] ?? "",
};
const sameOrigin = { "sec-fetch-site": "same-origin" };

/** The API of a service as the owner of its organization. */
export function asOwner({ url, ownerCookie }: Service): Stint {
  return new Stint({ baseUrl: url, headers: { ...sameOrigin, cookie: ownerCookie } });
}

/** The API of a service to someone whose cookie is kept as a browser does; `cookie` gives the latest. */
export function newVisitor({ url }: Service): { stint: Stint; cookie: () => string } {
  let cookie = "";
  const stint = new Stint({
    baseUrl: url,
    headers: sameOrigin,
    onRequest: ({ headers }) => void (cookie !== "" && headers.set("cookie", cookie)),
    onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
  });
  return { stint, cookie: () => cookie };
}

const proved = new Map<string, { owner: Stint; until: number }>();

/** The same with a session that was begun minutes ago, for what asks who one is anew: the run lasts longer than a proof. */
export async function asProvedOwner(service: Service): Promise<Stint> {
  const known = proved.get(service.url);
  if (known !== undefined && Date.now() < known.until) return known.owner;
  const { stint } = newVisitor(service);
  await stint.auth.signIn(firstOwner);
  proved.set(service.url, { owner: stint, until: Date.now() + 5 * 60_000 });
  return stint;
}

type Role = "owner" | "admin" | "manager" | "member" | "viewer";

/** Runs a command beside the service that all journeys share. */
export function stintServer(...args: string[]): Promise<string> {
  return runCommand(shared, ...args);
}

/** The owner of an organization that no other test has to do with. */
async function newOwner(service: Service): Promise<Person> {
  const word = randomBytes(5).toString("hex");
  const [email, password, name] = [`${word}@example.com`, `copper meadow ${word}`, `Person ${word}`];
  const link = await foundOrganization(service, { name: `Company ${word}`, ownerEmail: email, ownerName: name });
  const { stint, cookie } = newVisitor(service);
  await stint.auth.resetPassword({ token: /token=(\S+)/.exec(link)?.[1] ?? "", password });
  await stint.auth.signIn({ email, password });
  const project = await stint.projects.create({ name: `Website ${word}` });
  const task = await stint.tasks.create(project.id, { name: "Build" });
  return { email, password, name, stint, project, taskId: task.id, cookie };
}

async function newPerson(service: Service, role: Role): Promise<Person> {
  const owner = await asProvedOwner(service);
  const word = randomBytes(5).toString("hex");
  const credentials = { email: `${word}@example.com`, password: `copper meadow ${word}` };
  const invited = await owner.invitations.create({ email: credentials.email, role });
  const token = new URLSearchParams(new URL(invited.link).hash.slice(1)).get("token") ?? "";
  const { stint, cookie } = newVisitor(service);
  const { user } = await stint.auth.acceptInvitation({ token, name: `Person ${word}`, password: credentials.password });
  const project = await owner.projects.create({ name: `Website ${word}`, visibility: "members", memberIds: [user.id] });
  const task = await owner.tasks.create(project.id, { name: "Build" });
  return { ...credentials, name: `Person ${word}`, stint, project, taskId: task.id, cookie };
}

interface Options {
  role: Role;
  /** Tells whether `person` is the owner of an organization of their own, whatever the role. */
  isAlone: boolean;
  /** Tells whether `page` begins with a session of `person`. */
  isSignedIn: boolean;
  /** Errors in the console that the test itself causes. */
  expectedErrors: RegExp | undefined;
}

/** A test that fails for every error in the console, every violation of the policy and every request to elsewhere. */
export const test = base.extend<Options & { service: Service; person: Person; managing: Stint; watched: undefined }>({
  service: [shared, { option: true }],
  baseURL: async ({ service }, use) => use(service.url),
  role: ["member", { option: true }],
  isAlone: [false, { option: true }],
  isSignedIn: [true, { option: true }],
  expectedErrors: [undefined, { option: true }],
  person: [
    async ({ service, role, isAlone }, use) => use(await (isAlone ? newOwner(service) : newPerson(service, role))),
    // Of its own, because commands start slowly beside other work.
    { timeout: 600_000 },
  ],
  managing: async ({ service }, use) => use(asOwner(service)),
  watched: [
    async ({ context, service, expectedErrors }, use) => {
      const wrong: string[] = [];
      context.on("console", (message) => {
        // A request that is refused or cannot be sent is told by the screen, and by the browser here.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          wrong.push(message.text());
      });
      context.on("weberror", (error) => wrong.push(String(error.error())));
      context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(service.url) && !/^(data|blob):/.test(url)) wrong.push(`request to ${url}`);
      });
      await use(undefined);
      const unexpected = wrong.filter((text) => expectedErrors?.test(text) !== true);
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join("\n")}`);
    },
    { auto: true },
  ],
  page: async ({ page, person, service, context, isSignedIn }, use) => {
    if (isSignedIn) await signIn(context, service, person);
    await use(page);
  },
});

/** Gives a browser the person's session. */
export async function signIn(context: BrowserContext, service: Service, person: Person): Promise<void> {
  const [name = "", value = ""] = person.cookie().split("=");
  await context.addCookies([
    { name, value, url: service.url.replace("http:", "https:"), secure: true, httpOnly: true },
  ]);
}

/** Tells whether the screens take their narrow form. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 980;
}

/** Opens a screen and waits until it shows what is known. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Opens a screen and waits until the worker has kept all that the dashboard needs without the server. */
export async function install(page: Page): Promise<void> {
  await open(page, "/time");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
