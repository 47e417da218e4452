import { randomBytes } from "node:crypto";
import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { Stint } from "@stint/sdk";
import type { Screen } from "../data/screens.ts";
import { foundOrganization } from "../data/found-organization.ts";
import { owner as firstOwner, runCommand, type Service } from "../service/service.ts";

export { expect } from "@playwright/test";

/** The person that a test acts as: a member of the shared organization whose projects are hidden from other people. */
export interface Person {
  email: string;
  password: string;
  name: string;
  /** An SDK client with the person's session. */
  stint: Stint;
  project: { id: string; name: string };
  taskId: string;
  /** Returns the cookie of the page's first session. */
  cookie: () => string;
}

const shared: Service = {
  url: process.env["E2E_URL"] ?? "",
  ownerCookie: process.env["E2E_OWNER_COOKIE"] ?? "",
  dataDir: process.env["E2E_DATA_DIR"] ?? "",
};
const sameOrigin = { "sec-fetch-site": "same-origin" };

/** An SDK client for the owner of the service's organization. */
export function asOwner({ url, ownerCookie }: Service): Stint {
  return new Stint({ baseUrl: url, headers: { ...sameOrigin, cookie: ownerCookie } });
}

/** Creates an SDK client that stores cookies like a browser. `cookie` returns the latest one. */
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

/**
 * The owner in a new session, for actions that need recent authentication: the session from the start of the test run
 * would be too old.
 */
export async function asProvedOwner(service: Service): Promise<Stint> {
  const known = proved.get(service.url);
  if (known !== undefined && Date.now() < known.until) return known.owner;
  const { stint } = newVisitor(service);
  await stint.auth.signIn(firstOwner);
  proved.set(service.url, { owner: stint, until: Date.now() + 5 * 60_000 });
  return stint;
}

type Role = "owner" | "admin" | "manager" | "member" | "viewer";

/** Runs a command on the service that all browser tests share. */
export function stintServer(...args: string[]): Promise<string> {
  return runCommand(shared, ...args);
}

/** Creates a new organization that no other test uses. Returns its owner. */
async function newOwner(service: Service, projects: number, members: number): Promise<Person> {
  const word = randomBytes(5).toString("hex");
  const [email, password, name] = [`${word}@example.com`, `copper meadow ${word}`, `Person ${word}`];
  const link = await foundOrganization(service, {
    name: `Company ${word}`,
    ownerEmail: email,
    ownerName: name,
    projects,
    members,
  });
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

/**
 * Hides the first steps of an organization and the notice about the browser's time zone, as if the person had dismissed
 * them. Does so only once, because a sign-out must forget the dismissal.
 */
async function dismissGuides(page: Page, { stint }: Person): Promise<void> {
  const { user, organization, preferences } = await stint.me.get();
  const place = `${user.id} ${organization.id}`;
  const zone = preferences.timeZone ?? organization.timeZone;
  await page.addInitScript(
    ({ place, zone }) => {
      if (window.name !== "" || !location.protocol.startsWith("http")) return;
      window.name = "dismissed";
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone.replace("Calcutta", "Kolkata");
      localStorage.setItem(`${place} zone ${here} ${zone}`, "true");
      localStorage.setItem(`${place} first-steps`, '"closed"');
    },
    { place, zone },
  );
}

interface Options {
  role: Role;
  /** Whether `person` is the owner of a new organization, whatever `role` says. */
  isAlone: boolean;
  /** The number of projects in the new organization, in addition to the person's. */
  projectCount: number;
  /** The number of members in the new organization, who joined thirteen months ago. */
  memberCount: number;
  /** Whether `page` starts with a session of `person`. */
  isSignedIn: boolean;
  /** Whether `page` can show the first steps and the notice about the browser's time zone. */
  hasGuides: boolean;
  /** Console errors that the test itself causes. */
  expectedErrors: RegExp | undefined;
}

/**
 * The base of all journeys. A test fails on any console error, content security policy violation or request to another
 * host.
 */
export const test = base.extend<Options & { service: Service; person: Person; managing: Stint; watched: undefined }>({
  service: [shared, { option: true }],
  baseURL: async ({ service }, use) => use(service.url),
  role: ["member", { option: true }],
  isAlone: [false, { option: true }],
  projectCount: [0, { option: true }],
  memberCount: [0, { option: true }],
  isSignedIn: [true, { option: true }],
  hasGuides: [false, { option: true }],
  expectedErrors: [undefined, { option: true }],
  person: [
    async ({ service, role, isAlone, projectCount, memberCount }, use) =>
      use(await (isAlone ? newOwner(service, projectCount, memberCount) : newPerson(service, role))),
    // Commands start slowly while other tests run.
    { timeout: 600_000 },
  ],
  managing: async ({ service }, use) => use(asOwner(service)),
  watched: [
    async ({ context, service, expectedErrors }, use) => {
      const wrong: string[] = [];
      context.on("console", (message) => {
        // The browser also logs failed requests, but the screen already reports those.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          wrong.push(message.text());
      });
      context.on("weberror", (error) => wrong.push(String(error.error())));
      context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(service.url) && !/^(data|blob|file):/.test(url)) wrong.push(`request to ${url}`);
      });
      await use(undefined);
      const unexpected = wrong.filter((text) => expectedErrors?.test(text) !== true);
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join("\n")}`);
    },
    { auto: true },
  ],
  page: async ({ page, person, service, context, isSignedIn, hasGuides }, use) => {
    if (!hasGuides) await dismissGuides(page, person);
    if (isSignedIn) await signIn(context, service, person);
    await use(page);
  },
});

/** Adds the person's session cookie to a browser context. */
export function signIn(context: BrowserContext, service: Service, person: Person): Promise<void> {
  return giveCookie(context, service, person.cookie());
}

export async function giveCookie(context: BrowserContext, service: Service, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([
    { name, value, url: service.url.replace("http:", "https:"), secure: true, httpOnly: true },
  ]);
}

/** Whether the screens use their narrow layout. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 980;
}

/** Opens a screen and waits until the page shows all data that is stored on the device. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Matches what opens over a screen. */
const overlays = "[role=dialog], [role=menu], [role=listbox], [role=toolbar], [role=status]:has(button)";

/**
 * Opens the screen again by leaving it for a URL that no screen has, so that it starts with a new state. That takes a
 * third of the CPU time of loading the page, which is only done if an overlay outlives its screen. `nothing` is the text
 * of a missing screen in the person's language.
 */
export async function reopen(page: Page, path: string, nothing = "There’s nothing at this address."): Promise<void> {
  // Closes overlays that are not part of the screen, such as the command palette.
  await page.keyboard.press("Escape");
  await navigate(page, "/nothing-of-this");
  await page.getByText(nothing).waitFor();
  if ((await page.locator(overlays).count()) > 0) await page.goto(path);
  else await navigate(page, path);
}

/** Opens a screen, the first one by loading the page, and returns its URL. */
export async function openScreen(page: Page, person: Person, { path, address }: Screen): Promise<string> {
  const where = (await address?.(person)) ?? path;
  // `address` may create what the screen shows, and the page may have read its absence.
  await (page.url() === "about:blank" || address !== undefined ? page.goto(where) : reopen(page, where));
  return where;
}

/** Goes to a screen like a link does: without loading the page. */
function navigate(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, "", to), path);
}

/** Opens a screen and waits until the service worker has cached everything that the dashboard needs offline. */
export async function install(page: Page): Promise<void> {
  await open(page, "/time");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
