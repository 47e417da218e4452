import type { Page } from "@playwright/test";
import { type ListedText, listLanguages, listTexts } from "#i18n/list-texts.ts";
import { signedInScreens, signedOutScreens } from "../../src/screens.ts";
import { fillWeek } from "../data/entries.ts";
import { expectNoSidewaysScrolling } from "../page/expect-accessible.ts";
import { expect, type Person, reopen, test } from "../page/journey.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";

/** Converts a language's texts to patterns. Leaves out short texts, because they could match anything. */
function patternsOf(texts: ReadonlyMap<string, ListedText>): RegExp[] {
  return [...texts.values()].flatMap(({ text }) => {
    const parts = text.split(/\{\d\}/);
    if (parts.join("").replaceAll(/[^\p{L}]/gu, "").length < 4) return [];
    return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".+")}$`, "u");
  });
}

const english = await listTexts("en");
const ofEnglish = patternsOf(english);
const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

/** All texts of a screen, including the accessible names and hints. */
function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest("script, style, pre, code, [lang=en]") === null) found.add(textContent?.trim() ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
      for (const name of ["aria-label", "placeholder", "title"]) found.add(element.getAttribute(name)?.trim() ?? "");
    return [...found].filter((text) => text !== "");
  });
}

/** Expects the links between an area's screens to fit on one line, with the current one in view. */
async function expectOneLine(page: Page, where: string): Promise<void> {
  const areas = page.getByRole("main").getByRole("navigation");
  for (const area of await areas.all()) {
    const links = area.getByRole("link");
    const lines = () =>
      links.evaluateAll((all) => new Set(all.map((link) => Math.round(link.getBoundingClientRect().top))).size);
    expect.soft(await lines(), where).toBeLessThanOrEqual(1);
    for (const here of await links.and(page.locator("[aria-current=page]")).all())
      await expect.soft(here, where).toBeInViewport({ ratio: 0.99 });
  }
}

/** The URLs of all screens, including those that only managers and admins see. */
async function listAddresses(person: Person): Promise<string[]> {
  const addresses = ["/time", "/calendar", "/timesheet", "/profile"];
  for (const { path, address } of ownerScreens) addresses.push((await address?.(person)) ?? path);
  const days = "from=2026-01-01&to=2026-01-31";
  return [
    ...addresses,
    "/reports?period=all&groupBy=client,date&compare=before",
    ...["detailed", "costs", "budgets"].map((report) => `/reports?period=all&report=${report}`),
    `/reports?report=weekly&${days}`,
    "/settings/api-keys?status=ended",
    "/settings/api-keys?status=programs",
    "/team?status=deactivated",
  ];
}

for (const language of listLanguages().filter((each) => each !== "en")) {
  const texts = await listTexts(language);
  const ofLanguage = patternsOf(texts);

  /** Expects all texts of the screen to be in the language and to fit. */
  async function expectLanguage(page: Page, address: string, { name }: Person): Promise<void> {
    await expect(page.getByText(texts.get("shell.loading")?.text ?? "")).toHaveCount(0);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expectNoSidewaysScrolling(page, address);
    const found = await readTexts(page);
    const left = found.filter((text) => !text.includes(name) && matches(ofEnglish, text) && !matches(ofLanguage, text));
    expect.soft(left, address).toEqual([]);
    // A missing text would appear as its path, as `undefined` or as an object.
    const missing = found.filter((text) => english.has(text) || /undefined|\[object/.test(text));
    expect.soft(missing, address).toEqual([]);
  }

  test.describe(`an owner who reads ${language}`, () => {
    test.use({ isAlone: true });

    test("finds every screen by its name, no English and nothing too wide", async ({ page, person }) => {
      await fillWeek(person);
      // A running timer would be in the title of every screen.
      await person.stint.timer.stop();
      await fillOrganization(person);
      await person.stint.me.update({ preferences: { language } });
      const addresses = await listAddresses(person);
      test.setTimeout(test.info().timeout + addresses.length * 60_000);
      await page.goto("/time");
      const nothing = texts.get("shell.notFound")?.text ?? "";
      for (const address of addresses) {
        await reopen(page, address, nothing);
        await expect(page.getByText(nothing)).toHaveCount(0);
        await page.getByRole("main").getByRole("heading").first().waitFor();
        const screen = signedInScreens.find(({ path }) => path === address);
        if (screen !== undefined) {
          const name = texts.get(`screens.${screen.heading ?? screen.name}`)?.text;
          await expect(page, address).toHaveTitle(`${name} – Stint`);
        }
        await expectLanguage(page, address, person);
        await expectOneLine(page, address);
      }
    });
  });

  test.describe(`someone with a device in ${language}`, () => {
    test.use({ locale: language, isSignedIn: false });

    test("finds no English before signing in", async ({ page, person }) => {
      for (const { path, also } of signedOutScreens)
        for (const address of [path, ...(also === undefined ? [] : [also])]) {
          await page.goto(address);
          await page.getByRole("main").waitFor();
          await expectLanguage(page, address, person);
        }
    });
  });
}
