import { checkTarget } from "#platform/egress/check-target.ts";
import { invalid } from "#platform/errors.ts";

/**
 * Throws 422 for an invalid endpoint URL: not http(s), with credentials, or with a network address that this server
 * must not call. Accepts a host that does not resolve, because it may resolve later. Uses the network, so never call it
 * in a transaction.
 */
export async function checkWebhookUrl(text: string, allowPrivate: boolean): Promise<void> {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw invalid("/url", "bad_format", "must be an absolute http or https URL, such as https://example.com/hook");
  if (url.username !== "" || url.password !== "")
    throw invalid("/url", "has_credentials", "must not contain a user name or password; check the signature instead");
  const reason = await checkTarget(url.href, allowPrivate);
  if (reason !== undefined) throw invalid("/url", "refused_address", `cannot be called: ${reason}`);
}
