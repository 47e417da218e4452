import * as client from "openid-client";
import { explainFailure } from "#platform/egress/explain-failure.ts";
import { cleanLine } from "#platform/text.ts";

/** A sign-in that failed at the provider. The message is for the operator and contains no secrets. */
export class OpenIdFailure extends Error {
  /** Whether the provider did not let the person in, or the person cancelled. */
  readonly isDenied: boolean;

  constructor(message: string, cause: unknown) {
    super(message);
    this.isDenied = cause instanceof client.AuthorizationResponseError && cause.error === "access_denied";
  }
}

const longest = 300;

/** Describes why a step failed, without the secrets that the provider's texts may quote. */
export async function openIdFailure(step: string, error: unknown, secrets: readonly string[]): Promise<OpenIdFailure> {
  if (error instanceof OpenIdFailure) return error;
  const text = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])
    .filter((secret) => secret !== "")
    .reduce((hidden, secret) => hidden.replaceAll(secret, "***"), cleanLine(await describe(error)))
    .replace(/\beyJ[\w-]+(\.[\w-]*)+/g, "***");
  const place = error instanceof client.AuthorizationResponseError ? "the provider refused" : step;
  return new OpenIdFailure(`${place}: ${text.slice(0, longest)}`, error);
}

async function describe(error: unknown): Promise<string> {
  if (error instanceof client.AuthorizationResponseError) return describeRefusal(error);
  if (error instanceof client.ResponseBodyError) return `status ${error.status}, ${describeRefusal(error)}`;
  if (error instanceof client.WWWAuthenticateChallengeError) {
    const body: unknown = await error.response.json().catch(() => undefined);
    const said = [body, ...error.cause.map(({ parameters }) => parameters)].map((one) => describeRefusal(Object(one)));
    return [`status ${error.status}`, said.find((text) => text !== "") ?? "the request was not authenticated"].join(
      ", ",
    );
  }
  let last = error;
  let text = "";
  while (last instanceof Error) {
    const { name, message, cause } = last;
    const { code } = last as { code?: string };
    // Other errors may quote the reply, such as errors of the JSON parser.
    if (/^(ClientError|OperationProcessingError|UnsupportedOperationError)$/.test(name)) text = message;
    else if (typeof code === "string" || last instanceof AggregateError) return explainFailure(last);
    else if (text === "") text = name;
    last = cause;
  }
  return `${text}${describeDetail(last)}`;
}

function describeRefusal({ error, error_description: more }: { error?: unknown; error_description?: unknown }): string {
  return [error, more].filter((part) => typeof part === "string").join(": ");
}

interface Detail {
  expected?: unknown;
  attribute?: string;
  body?: Record<string, unknown>;
  claim?: string;
  claims?: Record<string, unknown>;
  header?: { alg?: unknown; kid?: unknown };
  alg?: unknown;
  now?: number;
}

const shownClaims = new Set(["issuer", "iss", "aud", "exp", "nbf", "auth_time"]);

/** Describes what was expected and received, as far as it is public. */
function describeDetail(cause: unknown): string {
  if (cause instanceof Response)
    return ` (${new URL(cause.url).origin}${new URL(cause.url).pathname} replied with status ${cause.status}, ${cause.headers.get("content-type") ?? "no content type"})`;
  const { expected, attribute, body, claim, claims, header, alg, now } = Object(cause) as Detail;
  const name = attribute ?? claim ?? "";
  const facts = [
    ...(shownClaims.has(name) ? [`${name} is ${JSON.stringify(body?.[name] ?? claims?.[name])}`] : []),
    ...((shownClaims.has(name) || header !== undefined) && expected !== undefined
      ? [`expected ${JSON.stringify(expected)}`]
      : []),
    ...(now === undefined ? [] : [`this machine's clock is at ${now}`]),
    ...[header ?? (alg === undefined ? undefined : { alg })]
      .filter((one) => one !== undefined)
      .map((one) => JSON.stringify(one)),
  ];
  return facts.length === 0 ? "" : ` (${facts.join(", ")})`;
}
