import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const source = join(import.meta.dirname, "../..");
const tokens = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const colors = [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const light = new Map(colors.map(([, name = "", color = ""]) => [name, color]));
const dark = new Map(colors.map(([, name = "", , color = ""]) => [name, color]));

const grounds = ["canvas", "body", "surface", "surface-2"];
const texts = ["text", "dim", "live", "warn", "over", "ok", "accent-text"];
const projects = Array.from({ length: 24 }, (_, at) => `p${at}`);
const parts = ["control", "focus", "live", "ink", "accent"];
/** Lines between items that people can tell apart without the lines. */
const decoration = ["line", "accent-line"];

/** Foreground and background pairs, with the minimum contrast of WCAG 2.2 (1.4.3, 1.4.11). */
const pairs: [front: string, back: string, least: number][] = [
  ...grounds.flatMap((ground) => texts.map((text): [string, string, number] => [text, ground, 4.5])),
  ["on-live", "live", 4.5],
  ["on-over", "over", 4.5],
  ...["accent", "accent-hover", "accent-press"].map((ground): [string, string, number] => ["on-accent", ground, 4.5]),
  ...["live", "warn", "over", "ok"].map((name): [string, string, number] => [name, `${name}-soft`, 4.5]),
  ...["text", "dim", "accent-text"].map((text): [string, string, number] => [text, "accent-soft", 4.5]),
  // A typed day: what is understood in lines that can't be added yet.
  ...["warn-soft", "over-soft"].flatMap((ground) =>
    ["text", "accent-text", "ok", "over"].map((text): [string, string, number] => [text, ground, 4.5]),
  ),
  ["on-ink", "ink", 4.5],
  ...grounds.flatMap((ground) => parts.map((part): [string, string, number] => [part, ground, 3])),
  ...["body", "surface"].flatMap((ground) => projects.map((project): [string, string, number] => [project, ground, 3])),
];

for (const [theme, values] of Object.entries({ light, dark }))
  for (const [front, back, least] of pairs)
    test(`in the ${theme} theme ${front} on ${back} has a contrast of ${least} at least`, () => {
      const contrast = contrastOf(values.get(front), values.get(back));
      assert.ok(contrast >= least, `it has ${contrast.toFixed(2)}`);
    });

test("every colour has a value in both themes and stands in a pair", () => {
  assert.deepEqual(tokens.match(/--[\w-]+: #[0-9a-f]{6};/g), null);
  const paired = new Set([...pairs.flatMap(([front, back]) => [front, back]), ...decoration]);
  assert.deepEqual(
    [...light.keys()].filter((name) => !paired.has(name)),
    [],
  );
});

test("texts have the colours of texts only, and no style has a colour of its own", () => {
  const allowed = new Set([...texts, "ink", "on-ink", "on-live", "on-over", "on-accent"]);
  for (const file of globSync("**/*.module.css", { cwd: source })) {
    const css = readFileSync(join(source, file), "utf8");
    const used = [...css.matchAll(/(?<![\w-])color: var\(--([\w-]+)\)/g)].map(([, name = ""]) => name);
    assert.deepEqual(
      used.filter((name) => !allowed.has(name)),
      [],
      file,
    );
    assert.deepEqual(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi), null, file);
  }
});

test("every class name in a screen is one of shared.css", () => {
  const shared = readFileSync(join(import.meta.dirname, "shared.css"), "utf8");
  const known = new Set([...shared.matchAll(/\.([a-z][a-z-]*)/g)].map(([, name]) => name));
  for (const file of globSync("**/*.tsx", { cwd: source })) {
    const code = readFileSync(join(source, file), "utf8");
    const names = [...code.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, text, template = ""]) =>
      (text ?? template.replace(/\$\{[^}]*\}/g, "")).split(/\s+/).filter(Boolean),
    );
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
      file,
    );
  }
});

test("rules for narrow windows are for screens only, because A4 is as narrow as a phone", () => {
  const found = globSync("**/*.{css,ts,tsx}", { cwd: source }).filter((file) =>
    /(?<!screen and )\((?:min|max)-width/.test(readFileSync(join(source, file), "utf8").replace(/\/\*.*?\*\//gs, "")),
  );
  assert.deepEqual(found, []);
});

function contrastOf(front: string | undefined, back: string | undefined): number {
  assert.ok(front !== undefined && back !== undefined);
  const [lower = 0, higher = 0] = [luminance(front), luminance(back)].toSorted((left, right) => left - right);
  return (higher + 0.05) / (lower + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
