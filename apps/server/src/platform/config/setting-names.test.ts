import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { listSettingNames, listUnknownSettings } from "./setting-names.ts";

test("the settings are those of the README's table", async () => {
  const readme = await readFile(new URL("../../../../../README.md", import.meta.url), "utf8");
  const rows =
    readme
      .split("\n## Configuration\n")[1]
      ?.split("\n## ")[0]
      ?.match(/^\| `[A-Z].*?\|/gm) ?? [];
  const documented = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? ""));
  // OpenTelemetry defines its own variables, and reads some of them without our code.
  const isOurs = (name: string) => !name.startsWith("OTEL_");
  assert.deepEqual(listSettingNames().filter(isOurs), documented.filter(isOurs).toSorted());
});

test("misspelt settings are found, with the one that was meant; other programs' variables are not", () => {
  const near = (env: Record<string, string>) => listUnknownSettings(env).map(({ name, near }) => [name, near]);
  for (const [name, meant] of [
    ["DATABSE_URL", "DATABASE_URL"],
    ["BACKUP_DIRS", "BACKUP_DIR"],
    ["PUBLICURL", "PUBLIC_URL"],
    ["secret_key", "SECRET_KEY"],
    ["TRUST_PROXIE", "TRUST_PROXY"],
    ["BACKUP_FOLDER", undefined],
    ["STINT_PORT_NUMBER", undefined],
  ] as const)
    assert.deepEqual(near({ [name]: "x" }), name === "STINT_PORT_NUMBER" ? [] : [[name, meant]], name);
  const others = [
    "PATH",
    "HOSTNAME",
    "POST",
    "XDG_DATA_DIRS",
    "PGPORT",
    "LOG_FILE",
    "STINT_SERVICE_HOST",
    "INIT_CWD",
    "STINT_COMMAND",
  ];
  assert.deepEqual(near(Object.fromEntries(others.map((name) => [name, "x"]))), []);
  assert.deepEqual(near({ DATABSE_URL: "" }), []);
});
