import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { loadConfig } from "./config.ts";
import { listSettingNames, listUnknownSettings } from "./setting-names.ts";

test("every declared setting is read", () => {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" },
    {
      get(values, name) {
        names.add(String(name));
        return values[String(name)];
      },
    },
  );
  loadConfig(env);
  assert.deepEqual(
    listSettingNames().filter((name) => !names.has(name)),
    [],
  );
});

test("every setting is read by more than the check", async () => {
  const source = join(import.meta.dirname, "../..");
  const isElsewhere = (file: string) => !/\.test\.ts$|^platform\/config\/|^commands\/check\//.test(file);
  const files = (await Array.fromAsync(glob("**/*.ts", { cwd: source }))).filter(isElsewhere);
  const words = new Set(
    (await Promise.all(files.map((file) => readFile(join(source, file), "utf8")))).join().split(/\W+/),
  );
  assert.deepEqual(
    Object.keys(loadConfig({})).filter((name) => !words.has(name)),
    [],
  );
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
    "https_proxy",
    "no_proxy",
    "STINT_SERVICE_HOST",
    "INIT_CWD",
    "STINT_COMMAND",
  ];
  assert.deepEqual(near(Object.fromEntries(others.map((name) => [name, "x"]))), []);
  assert.deepEqual(near({ DATABSE_URL: "" }), []);
});
