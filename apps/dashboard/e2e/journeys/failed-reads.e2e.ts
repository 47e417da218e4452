import { expect, open, test } from "../page/journey.ts";

test("a list that fails to load says why, and loads on retry", async ({ page, person }) => {
  await person.stint.apiKeys.create({ name: "Script", scopes: ["time-entries:read"] });
  await open(page, "/settings");
  await page.route(/\/v1\/api-keys/, (route) => route.abort());
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "API keys" }).click();
  const problem = page
    .getByRole("main")
    .getByRole("alert")
    .filter({ hasText: /server/i });
  await expect(problem).toBeVisible();
  await page.unroute(/\/v1\/api-keys/);
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Script", { exact: true })).toBeVisible();
  await expect(problem).toHaveCount(0);
});
