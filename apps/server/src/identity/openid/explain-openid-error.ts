import * as client from "openid-client";
import { explainFailure } from "#platform/egress/explain-failure.ts";
import { cleanLine } from "#platform/text.ts";
import { OpenIdFailure } from "./openid-failure.ts";

const longest = 300;
const libraryErrors = /^(ClientError|OperationProcessingError|UnsupportedOperationError)$/;

/** Describes why a step failed, without the secrets that the provider's texts may quote. */
export async function explainOpenIdError(
  step: string,
  error: unknown,
  secrets: readonly string[],
): Promise<OpenIdFailure> {
  if (error instanceof OpenIdFailure) return error;
  const text = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])
    .filter((secret) => secret !== "")
    .reduce((hidden, secret) => hidden.replaceAll(secret, "***"), cleanLine(await describe(error)))
    .replace(/\beyJ[\w-]+(\.[\w-]*)+/g, "***");
  const isRefusal = error instanceof client.AuthorizationResponseError;
  return new OpenIdFailure(`${isRefusal ? "the provider refused" : step}: ${text.slice(0, longest)}`, {
    isDenied: isRefusal && error.error === "access_denied",
  });
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
  let isOfLibrary = false;
  for (; last instanceof Error; last = last.cause) {
    const isNextOfLibrary = libraryErrors.test(last.name);
    isOfLibrary ||= isNextOfLibrary;
    if (!isOfLibrary && typeof (last as { code?: unknown }).code === "string") return explainFailure(last);
    // The causes of the library's errors, such as those from the JSON parser, may quote the reply.
    if (isNextOfLibrary || !isOfLibrary) text = last.message;
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
    return ` (${cause.url.split("?")[0]} replied with status ${cause.status}, ${cause.headers.get("content-type") ?? "no content type"})`;
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
