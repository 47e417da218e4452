import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Figure, Place } from "./figures.ts";

/** Downloaded by npx on demand. As a dependency, it would enlarge every installation. */
const version = "13.5.0";

type Report = Record<"categories", Record<string, { score: number | null }>> & {
  audits: Record<string, { numericValue?: number }>;
};

export async function measureLighthouse(place: Place, executablePath: string, flags: string[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "stint-lighthouse-"));
  const figures: Figure[] = [];
  try {
    for (const path of ["/sign-in", "/time"])
      for (const [form, atLeast] of [
        ["desktop", 0.98],
        ["mobile", 0.9],
      ] as const) {
        const headers = join(folder, "headers.json");
        await writeFile(headers, JSON.stringify(path === "/time" ? { Cookie: place.cookie } : {}));
        const report = join(folder, "report.json");
        await promisify(execFile)(
          "npx",
          [
            "--yes",
            `lighthouse@${version}`,
            `${place.url}${path}`,
            "--quiet",
            "--output=json",
            `--output-path=${report}`,
            `--extra-headers=${headers}`,
            ...(form === "desktop" ? ["--preset=desktop"] : []),
            "--only-categories=performance,accessibility,best-practices",
            `--chrome-flags=--headless=new ${flags.join(" ")}`,
          ],
          { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 2 ** 26 },
        );
        const { categories, audits } = JSON.parse(await readFile(report, "utf8")) as Report;
        const score = (name: string) => categories[name]?.score ?? 0;
        const ms = (name: string) => Math.round(audits[name]?.numericValue ?? 0);
        const note = `LCP ${ms("largest-contentful-paint")} ms, TBT ${ms("total-blocking-time")} ms`;
        const name = `Lighthouse ${form} ${path}`;
        figures.push({ name, value: score("performance"), unit: "", atLeast, note });
        for (const other of ["accessibility", "best-practices"])
          figures.push({ name: `${name}, ${other}`, value: score(other), unit: "", atLeast: 1, note: "" });
      }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}
