const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Schemes that browsers, operating systems or websites handle, instead of the program that wants the code. A website
 * may register itself for some of them (HTML, `registerProtocolHandler`), and for all that begin with `web+`.
 */
const foreignSchemes = new Set(
  `about android-app bitcoin blob callto chrome chrome-extension chrome-search chrome-untrusted cid content data devtools
  edge ethereum facetime facetime-audio feed file filesystem ftp ftps geo gopher im imap intent irc ircs itms itms-apps
  itms-services jar javascript ldap ldaps livescript magnet mailto market matrix mid mms moz-extension ms-appinstaller
  ms-msdt ms-officecmd ms-search ms-settings news nfs nntp opaquelocktoken openpgp4fpr opera pop resource rtsp search
  search-ms sftp shell sip sips smb sms smsto ssh tel telnet urn vbscript view-source vnc wais webcal webcals ws wss
  wtai wyciwyg xmpp`.split(/\s+/),
);

/**
 * Returns why codes must not be sent to this URI. Returns undefined for https, http on the program's own machine, and
 * the schemes of installed programs (RFC 8252 §7). These schemes need no dot, because most assistants use one without:
 * with PKCE, another program with the same scheme cannot use the code.
 */
export function whyRefused(text: string): string | undefined {
  // URL parsers drop or replace characters outside this set, so the browser would open a URL other than the one
  // compared.
  const url = /^[!-[\]-~]{1,2000}$/.test(text) ? URL.parse(text) : null;
  if (url === null) return "is not a valid address";
  if (text.includes("#")) return "contains a fragment (#)";
  if (url.username !== "" || url.password !== "") return "contains a user name or password";
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:")
    return loopbackHosts.has(url.hostname) ? undefined : "is http, but not on 127.0.0.1, [::1] or localhost";
  const isForeign = foreignSchemes.has(url.protocol.slice(0, -1)) || url.protocol.startsWith("web+");
  return isForeign ? `has the scheme ${url.protocol}, which is not that of an installed program` : undefined;
}

/**
 * Separates the usable redirect URIs in a program's metadata from the others. `refused` contains each of the others
 * with the reason.
 */
export function sortRedirectUris(list: readonly unknown[]): { permitted: string[]; refused: string[] } {
  const permitted: string[] = [];
  const refused: string[] = [];
  for (const each of list) {
    const why = typeof each === "string" ? whyRefused(each) : "is not a text";
    if (why === undefined) permitted.push(String(each));
    else refused.push(`${JSON.stringify(each).slice(0, 200)} ${why}`);
  }
  return { permitted, refused };
}

/**
 * Whether the URI is one of the program's registered redirect URIs. Their texts must be identical, except for the port
 * of a loopback URI (RFC 8252 §7.3).
 */
export function matchesRedirectUri(asked: string, registered: readonly string[]): boolean {
  if (whyRefused(asked) !== undefined) return false;
  const bare = withoutPort(asked);
  return registered.some((uri) => uri === asked || (bare !== undefined && bare === withoutPort(uri)));
}

/** Returns the host that receives the code or, for an installed program, its scheme. */
export function describeRedirectUri(text: string): { host: string; isOwnMachine: boolean } {
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return { host: isWeb ? url.host : url.protocol, isOwnMachine: !isWeb || loopbackHosts.has(url.hostname) };
}

/** Returns the text of a loopback URI without its port; undefined for other URIs. */
function withoutPort(text: string): string | undefined {
  const [, start, rest] = /^(http:\/\/(?:[^/?#:@[]+|\[[^\]]*\]))(?::\d*)?([/?].*|)$/.exec(text) ?? [];
  const isLoopback = loopbackHosts.has(URL.parse(text)?.hostname ?? "");
  return start === undefined || !isLoopback ? undefined : `${start}${rest}`;
}
