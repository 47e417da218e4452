import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, loadConfig } from "./config.ts";

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

test("without an endpoint, nothing is traced, whatever else is set", () => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: "time", OTEL_TRACES_SAMPLER: "wrong" },
    { ...base, OTEL_SDK_DISABLED: "True" },
  ])
    assert.equal(loadConfig(env).tracing, undefined);
});

test("the endpoint for traces is used as it is, the one for everything gets a path", () => {
  const urls = [
    [base, "http://127.0.0.1:4318/v1/traces"],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com/otlp/" },
      "https://collector.example.com/otlp/v1/traces",
    ],
    [{ ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:9/all" }, "http://127.0.0.1:9/all"],
  ] as const;
  for (const [env, url] of urls) assert.equal(loadConfig(env).tracing?.url, url);
});

test("the samplers have the names and the default of the specification", () => {
  assert.deepEqual(loadConfig(base).tracing, {
    url: "http://127.0.0.1:4318/v1/traces",
    sampler: "parentbased_always_on",
    ratio: 1,
  });
  const { tracing } = loadConfig({
    ...base,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: ".05",
  });
  assert.deepEqual([tracing?.sampler, tracing?.ratio], ["parentbased_traceidratio", 0.05]);
});

test("a bad variable is named, with what is expected", () => {
  const faults: [Record<string, string>, RegExp][] = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }, /OTEL_EXPORTER_OTLP_ENDPOINT must be the http or https URL/],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "x" }, /OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be the http/],
    [
      { ...base, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      /OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf.*not "grpc"/,
    ],
    [
      { ...base, OTEL_TRACES_SAMPLER: "jaeger_remote" },
      /OTEL_TRACES_SAMPLER must be one of always_on, .*not "jaeger_remote"/,
    ],
    [{ ...base, OTEL_TRACES_SAMPLER_ARG: "5%" }, /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "5%"/],
    [{ ...base, OTEL_TRACES_SAMPLER_ARG: "1.5" }, /OTEL_TRACES_SAMPLER_ARG/],
  ];
  for (const [env, message] of faults)
    assert.throws(
      () => loadConfig(env),
      (error) => error instanceof ConfigError && message.test(error.message),
    );
});
