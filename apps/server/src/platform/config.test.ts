import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, loadConfig } from "./config.ts";

test("an empty environment gives the documented defaults", () => {
  assert.deepEqual(loadConfig({}), {
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: undefined,
    databaseSsl: undefined,
    databaseSslCaFile: undefined,
    databasePoolSize: 16,
    dataDir: undefined,
    rateLimitPerMinute: 120,
    rateLimitBurst: 20,
    blogArticleUrl: undefined,
    logLevel: "info",
  });
});

test("an empty variable is one that is not set", () => {
  assert.deepEqual(loadConfig({ PORT: "", HOST: "", DATABASE_URL: "", LOG_LEVEL: "", DATA_DIR: "" }), loadConfig({}));
});

test("what is set is read, and the result cannot be changed", () => {
  const config = loadConfig({
    HOST: "0.0.0.0",
    PORT: "0",
    DATABASE_URL: "postgres://stint@db/stint",
    DATABASE_SSL: "verify-full",
    DATABASE_SSL_CA: "/etc/ca.pem",
    DATABASE_POOL_SIZE: "40",
    RATE_LIMIT_PER_MINUTE: "600",
    RATE_LIMIT_BURST: "0",
    BLOG_ARTICLE_URL: "https://example.com/blog/{slug}",
    LOG_LEVEL: "silent",
  });
  const { host, port, databaseUrl, databaseSsl, databaseSslCaFile, databasePoolSize } = config;
  assert.deepEqual(
    { host, port, databaseUrl, databaseSsl, databaseSslCaFile, databasePoolSize },
    {
      host: "0.0.0.0",
      port: 0,
      databaseUrl: "postgres://stint@db/stint",
      databaseSsl: "verify-full",
      databaseSslCaFile: "/etc/ca.pem",
      databasePoolSize: 40,
    },
  );
  assert.deepEqual([config.rateLimitPerMinute, config.rateLimitBurst, config.logLevel], [600, 0, "silent"]);
  assert.equal(config.blogArticleUrl, "https://example.com/blog/{slug}");
  assert.ok(Object.isFrozen(config));
});

test("the data folder is absolute, seen from where the command was typed", () => {
  assert.equal(loadConfig({ DATA_DIR: "data", INIT_CWD: "/srv/stint" }).dataDir, "/srv/stint/data");
  assert.equal(loadConfig({ DATA_DIR: "/var/lib/stint", INIT_CWD: "/srv" }).dataDir, "/var/lib/stint");
});

test("one error names every bad variable and what it must be", () => {
  const bad = {
    PORT: "65536",
    DATABASE_POOL_SIZE: "1",
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_BURST: "1.5",
    DATABASE_SSL: "yes",
    DATABASE_URL: "mysql://db",
    BLOG_ARTICLE_URL: "https://example.com/blog",
    LOG_LEVEL: "loud",
  };
  assert.throws(
    () => loadConfig(bad),
    (error) => {
      assert.ok(error instanceof ConfigError);
      for (const name of Object.keys(bad)) assert.match(error.message, new RegExp(`^ {2}${name} must `, "m"));
      assert.match(error.message, /"65536"/);
      return true;
    },
  );
  for (const port of ["-1", "80 ", "0x50", "1e3", "http"]) {
    assert.throws(() => loadConfig({ PORT: port }), /PORT must be a whole number from 0 to 65535/, port);
  }
});
