import { createLanes } from "#platform/concurrency/lanes.ts";
import { decodeText } from "#platform/egress/decode-text.ts";
import type { TextSource } from "#platform/egress/get-text.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import type { Proxies } from "#platform/egress/way-out.ts";
import { parseObject } from "./parse-object.ts";
import { sortRedirectUris } from "./redirect-uri.ts";
import { showableName } from "./showable-name.ts";

export interface ClientDocument {
  name: string;
  redirectUris: string[];
}

export interface ClientDocumentOptions {
  allowPrivate: boolean;
  proxies?: Proxies | undefined;
  userAgent: string;
  timeoutMs?: number;
  /** Certificate authorities to trust instead of the default ones. */
  ca?: string;
}

/** Generous: documents usually have a few lines, and the draft recommends a limit of 5 kB. */
const maxBytes = 50_000;
const maxRedirectUris = 50;

/**
 * Parses a client id that is the URL of a metadata document: https with a path, in canonical spelling
 * (draft-ietf-oauth-client-id-metadata-document §3).
 */
export function documentAddress(clientId: string): URL | undefined {
  const url = /^[!-~]{1,2000}$/.test(clientId) ? URL.parse(clientId) : null;
  if (url === null || url.protocol !== "https:" || url.pathname === "/" || url.href !== clientId) return undefined;
  return url.hash === "" && url.username === "" && url.password === "" ? url : undefined;
}

export type ClientDocuments = ReturnType<typeof createClientDocuments>;

/** Creates a reader of the documents in which programs describe themselves. Their URLs are untrusted input. */
export function createClientDocuments({
  allowPrivate,
  proxies,
  userAgent,
  timeoutMs = 5_000,
  ca,
}: ClientDocumentOptions) {
  const lanes = createLanes({ ofEach: 2, inAll: 6, maxWaiting: 20 });
  let source: Promise<TextSource> | undefined;

  /** Loads undici only when someone connects a program. */
  async function openSource(): Promise<TextSource> {
    const { createTextSource } = await import("#platform/egress/get-text.ts");
    const accept = "application/json";
    return createTextSource({
      allowPrivate,
      proxies,
      userAgent,
      accept,
      types: /^application\/([\w.-]+\+)?json$/,
      maxBytes,
      timeoutMs,
      maxRedirects: 0,
      ...(ca && { ca }),
    });
  }

  return {
    /** Reads a client's metadata document. Throws an `UnreadableError`, or 503 if too many reads are queued. */
    read: (orgId: string, address: URL): Promise<ClientDocument> =>
      lanes.run(orgId, async () =>
        toDocument(decodeText(await (await (source ??= openSource())).get(address)), address),
      ),
    close: async () => (await source)?.close(),
  };
}

function toDocument(text: string, address: URL): ClientDocument {
  const document = parseObject(text);
  if (document === undefined) throw new UnreadableError("it is not a JSON object");
  if (document["client_id"] !== address.href) throw new UnreadableError("its client_id is not its own address");
  const { token_endpoint_auth_method: method, client_name: name, redirect_uris: uris } = document;
  if ((method ?? "none") !== "none")
    throw new UnreadableError("the program wants to authenticate by a secret or a key, which is not supported");
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris)
    throw new UnreadableError(`it must contain 1 to ${maxRedirectUris} redirect_uris`);
  return {
    name: showableName(typeof name === "string" ? name : "") || address.host,
    redirectUris: sortRedirectUris(uris).permitted,
  };
}
