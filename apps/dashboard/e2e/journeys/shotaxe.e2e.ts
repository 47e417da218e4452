import { test } from "../page/journey.ts";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
test("axe of the developers' pages", async ({ page }) => {
  const src = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  await page.goto("/time");
  await page.waitForTimeout(1500);
  await page.keyboard.press("?");
  await page.waitForTimeout(800);
  await page.getByText("Fill in a week").click();
  await page.screenshot({ path: "/tmp/w/team-pics/panel.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/w/team-pics/panel-390.png" });
  await page.setViewportSize({ width: 1360, height: 900 });
  for (const path of ["/guide", "/guide/api/errors", "/guide/readme", "/docs"]) {
    await page.goto(path);
    await page.screenshot({ path: "/tmp/w/team-pics/x.png" });
    await page.waitForTimeout(path === "/docs" ? 6000 : 500);
    const found = await page.evaluate(
      `${src}; axe.run(document,{runOnly:{type:"tag",values:["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa","best-practice"]}}).then(({violations})=>violations.map(v=>v.id+" "+v.nodes.length+" "+[...new Set(v.nodes.map(n=>n.target.join(" ").replace(/[#\\d]\\S*/g,"")))].slice(0,6).join(" | ")+" || "+v.nodes.slice(0,4).map(n=>n.failureSummary.replace(/\\n/g," ").slice(0,200)).join(" ## ").slice(0,400)))`,
    );
    await page.screenshot({ path: "/tmp/w/team-pics/docs.png" });
    console.log(path, JSON.stringify(found, null, 1));
  }
});
