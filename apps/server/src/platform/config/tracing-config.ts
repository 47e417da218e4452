import type { SettingReader } from "./setting-reader.ts";
import { settings } from "./settings.ts";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export interface TracingConfig {
  /** The URL to which traces are posted (OTLP over HTTP). */
  url: string;
  sampler: (typeof samplers)[number];
  /** The share of traces kept by a ratio sampler. */
  ratio: number;
}

/**
 * Reads the OpenTelemetry variables that Stint interprets; undefined if no endpoint is set or OpenTelemetry is
 * disabled.
 */
export function readTracing({ text, choice, faults }: SettingReader): TracingConfig | undefined {
  const base = text("OTEL_EXPORTER_OTLP_ENDPOINT");
  const own = text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const given = own ?? base;
  if (given === undefined || text("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return undefined;
  const endpointName = own === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    faults.push(`${endpointName} must be the http or https URL of a collector, such as http://127.0.0.1:4318`);
  for (const name of ["OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] as const) {
    const protocol = text(name);
    if (protocol !== settings[name].default)
      faults.push(`${name} must be http/protobuf, which is all that Stint sends, not ${JSON.stringify(protocol)}`);
  }
  const sampler = choice("OTEL_TRACES_SAMPLER", samplers);
  const ratioText = text("OTEL_TRACES_SAMPLER_ARG");
  const ratio = Number(ratioText);
  if (!/^\d*\.?\d+$/.test(ratioText) || ratio > 1)
    faults.push(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${JSON.stringify(ratioText)}`);
  return { url: own ?? `${given.replace(/\/+$/, "")}/v1/traces`, sampler, ratio };
}
