import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerScreens } from "../e2e/data/owner-screens.ts";
import { screens as memberScreens } from "../e2e/data/screens.ts";
import { paths } from "../../server/src/dashboard/generated-paths.ts";
import { commands } from "../src/i18n/en/commands.ts";
import { redirects, signedInScreens, signedOutScreens } from "../src/screens.ts";

test("the server serves the dashboard at the addresses of its screens, and at no others", () => {
  const declared = [...signedInScreens, ...signedOutScreens.filter(({ isBare }) => isBare !== true)];
  const addresses = declared.flatMap((screen) => ("also" in screen ? [screen.path, screen.also] : [screen.path]));
  assert.deepEqual(new Set(paths), new Set([...Object.keys(redirects), ...addresses]), "Run npm run generate.");
});

test("the browser tests open every screen", () => {
  const opened = new Set(
    [...memberScreens, ...ownerScreens].map(({ path }) => path.split("?", 1)[0]?.replace(/\{\w+\}/, ":id")),
  );
  assert.deepEqual(
    signedInScreens.map(({ path }) => path).filter((path) => !opened.has(path)),
    [],
  );
});

test("no two screens share an address or a key", () => {
  const unique = (values: readonly unknown[]) => assert.equal(new Set(values).size, values.length);
  unique([...signedInScreens, ...signedOutScreens].map(({ path }) => path));
  unique(signedInScreens.flatMap(({ key }) => key ?? []));
});

test("the palette's words for screens are those of screens that exist", () => {
  const others = new Set(["theme", "language", "signOut", "shortcuts", "stop"]);
  const screens = new Set<string>(signedInScreens.flatMap(({ group, name }) => (group === undefined ? [] : name)));
  assert.deepEqual(
    Object.keys(commands.words).filter((name) => !others.has(name) && !screens.has(name)),
    [],
  );
});
