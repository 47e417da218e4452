import { expectAccessible, expectNoSidewaysScrolling } from "../page/expect-accessible.ts";
import { expect, test } from "../page/journey.ts";

test("the API reference is accessible with operations opened and tried, in both themes at three widths", async ({
  page,
}) => {
  await page.goto("/docs#/Rates/createRate");
  const operation = page.locator("#operations-Rates-createRate");
  await operation.getByText("curl", { exact: true }).waitFor();
  const check = async (state: string, colorScheme: "light" | "dark", width: number) => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    await page.setViewportSize({ width, height: 900 });
    // The buttons change their colours over 0.3 seconds.
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await expectAccessible(page, `${state}, ${colorScheme}, ${width} pixels`);
    await expectNoSidewaysScrolling(page, `${state}, ${width} pixels`);
  };
  // A theme changes only colours, so each state is checked in both, but not each theme at every width.
  await check("opened", "light", 1360);
  await check("opened", "dark", 820);
  await operation.getByRole("button", { name: "Try it out" }).click();
  await expect(operation.getByRole("textbox", { name: "Request body" })).toHaveValue(/"scope": "projectMember"/);
  await operation.getByRole("button", { name: "Execute" }).click();
  await operation.getByText("Response body").waitFor();
  await check("tried", "dark", 390);
  await check("tried", "light", 390);
  await page.getByRole("button", { name: "Authorize" }).first().click();
  await page.getByRole("dialog", { name: "Authorize" }).waitFor();
  await check("authorizing", "light", 390);
  await check("authorizing", "dark", 390);
});
