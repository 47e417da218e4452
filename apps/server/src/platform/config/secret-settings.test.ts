import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ConfigError, loadConfig } from "./config.ts";

/** Returns what the start says about bad settings; empty if there are none. */
function faultsOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
    return "";
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
}

test("a secret with a raw sign or an invisible one names its variable and the rule, never the secret", () => {
  const mail = { MAIL_FROM: "stint@example.com" };
  const rule = /write % as %25, # as %23, \/ as %2F/;
  for (const [env, named, also] of [
    [{ ...mail, SMTP_URL: "smtps://mailer:hunter2%@mail.example.com:465" }, /SMTP_URL must/, rule],
    [{ ...mail, SMTP_URL: "smtps://mailer:hunter2#b/c@mail.example.com" }, /SMTP_URL must/, rule],
    [{ ...mail, SMTP_URL: "smtps://mailer:12#hunter2@mail.example.com" }, /SMTP_URL must/, rule],
    [{ ...mail, SMTP_URL: "smtps://mailer:12/hunter2@mail.example.com" }, /SMTP_URL must/, rule],
    [{ ...mail, SMTP_URL: "smtps://mailer:hunter2@mail.example.com\r" }, /SMTP_URL must not/, /carriage return/],
    [{ DATABASE_URL: "postgres://stint:hunter2#b@db.example.com/stint" }, /DATABASE_URL must/, rule],
    [{ DATABASE_URL: "postgres://stint:12#hunter2@db.example.com/stint" }, /DATABASE_URL contains/, rule],
    [{ DATABASE_URL: "postgres://stint:12/hunter2@db.example.com/stint" }, /DATABASE_URL contains/, rule],
    [{ DATABASE_URL: "postgres://stint:12?hunter2@db.example.com/stint" }, /DATABASE_URL contains/, rule],
    [{ DATABASE_URL: "postgres://stint:hunter2%E4@db.example.com/stint" }, /DATABASE_URL contains/, rule],
    [{ DATABASE_URL: "postgres://stint:hunter2%@db.example.com/%2F%zz" }, undefined, undefined],
    [{ OIDC_CLIENT_SECRET: "hunter2\r" }, /OIDC_CLIENT_SECRET must not/, /carriage return/],
    [{ OIDC_CLIENT_SECRET: "\uFEFFhunter2" }, /OIDC_CLIENT_SECRET must not/, /byte-order mark/],
    [{ HTTPS_PROXY: "http://mailer:hunter2%@proxy:3128" }, /HTTPS_PROXY must be http:\/\/host:port/, rule],
    [{ http_proxy: "http://mailer:hunter2#b@proxy:3128" }, /HTTP_PROXY must be/, rule],
    [{ HTTP_PROXY: "mailer:hunter2@proxy:3128" }, /HTTP_PROXY must be/, rule],
    [{ EXTRA_CA_FILE: "/nowhere/hunter3.pem" }, /EXTRA_CA_FILE cannot be read \(ENOENT\)/, undefined],
    [{ EXTRA_CA_FILE: "/etc/passwd" }, /EXTRA_CA_FILE must contain a certificate in PEM/, undefined],
    [{ SECRET_KEY: "hunter2\r" }, /SECRET_KEY must not/, /carriage return/],
  ] as const) {
    const said = faultsOf(env);
    if (named === undefined) assert.equal(said, "", "pg reads a raw % as itself");
    else assert.match(said, named);
    if (also !== undefined) assert.match(said, also);
    assert.doesNotMatch(said, /hunter2|\n {4}at /);
  }
});

test("a secret may be in a file, whose line break at the end does not count", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "stint-secrets-"));
  t.after(() => rm(folder, { recursive: true }));
  const inFile = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return { [`${name}_FILE`]: join(folder, name) };
  };
  const config = loadConfig({
    ...(await inFile("DATABASE_URL", "postgres://db/stint\n")),
    ...(await inFile("SMTP_URL", "smtp://user:pass@mail.example.com\r\n")),
    ...(await inFile("SECRET_KEY", Buffer.alloc(32, 7).toString("base64"))),
    ...(await inFile("OIDC_CLIENT_SECRET", "s3cret %#/\n")),
    OIDC_ISSUER: "https://id.example.com",
    OIDC_CLIENT_ID: "stint",
    MAIL_FROM: "stint@example.com",
  });
  assert.deepEqual(
    [config.databaseUrl, config.smtp?.url, config.secretKey?.[0], config.openId?.clientSecret],
    ["postgres://db/stint", "smtp://user:pass@mail.example.com", 7, "s3cret %#/"],
  );
  for (const [env, named] of [
    [{ SECRET_KEY_FILE: join(folder, "none") }, /SECRET_KEY_FILE cannot be read \(ENOENT\)/],
    [{ SECRET_KEY: "x", ...(await inFile("SECRET_KEY", "y")) }, /SECRET_KEY and SECRET_KEY_FILE must not both be set/],
    [await inFile("SECRET_KEY", "\uFEFFhunter2"), /The file in SECRET_KEY_FILE must not contain a byte-order mark/],
  ] as const)
    assert.match(faultsOf(env), named);
});
