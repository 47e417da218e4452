const known: Record<string, [fault: string, advice: string]> = {
  ENOTFOUND: ["the host name does not resolve", "check its spelling"],
  EAI_AGAIN: ["the host name could not be looked up", "try again later"],
  ECONNREFUSED: ["the connection was refused", "check the address and its port"],
  ECONNRESET: ["the connection was reset", "try again later"],
  EPIPE: ["the connection was reset", "try again later"],
  UND_ERR_SOCKET: ["the connection was closed before the reply", "try again later"],
  UND_ERR_CONNECT_TIMEOUT: ["no connection within the time limit", "check the address and its port"],
  UND_ERR_HEADERS_TIMEOUT: ["no reply within the time limit", "try again later"],
  ETIMEDOUT: ["no connection within the time limit", "check the address and its port"],
  EHOSTUNREACH: ["the host cannot be reached", "check the address"],
  ENETUNREACH: ["the network cannot be reached", "check the address"],
  UND_ERR_HEADERS_OVERFLOW: ["the reply's headers are too large", "check the address"],
  // Undici's code if the proxy replies to CONNECT with any status but 200.
  UND_ERR_ABORTED: ["the proxy refuses the connection", "the operator has to permit it there, or correct HTTPS_PROXY"],
  CERT_HAS_EXPIRED: ["the server's certificate has expired", "its operator has to renew it"],
  CERT_NOT_YET_VALID: ["the server's certificate is not valid yet", "check the clocks of both servers"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["the server's certificate is for another host name", "check the address"],
};

/** Faults that have several codes. The first pattern that matches applies. */
const kinds: [code: RegExp, fault: string, advice: string][] = [
  [
    /SELF_SIGNED|^UNABLE_TO_/,
    "no authority that this server trusts has issued the server's certificate",
    "its operator has to install a public certificate with its whole chain, or this server's has to set EXTRA_CA_FILE",
  ],
  [
    /^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_)/,
    "no encrypted connection to the server is possible",
    "check the address, its port, and whether it begins with http:// or https://",
  ],
  [/^HPE_|^HTTPParserError$/, "the reply is not HTTP", "check the address and its port"],
  [/^/, "the request failed", "try again later"],
];

/**
 * Describes a failed request for people, and what to do about it. Never quotes the error's message, which comes from
 * OpenSSL, Node or the HTTP parser and may contain bytes from the receiver.
 */
export function explainFailure(error: Error): string {
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const { code: given } = cause as { code?: unknown };
  const code = typeof given === "string" ? given : cause.name;
  if (code === "EREFUSEDADDRESS") return `refused: ${cause.message}`;
  const [fault, advice] = known[code] ?? kinds.find(([pattern]) => pattern.test(code))?.slice(1) ?? [];
  return `${fault} (${code}); ${advice}`;
}

/** The texts for 500 apply to all other 5xx codes, and those for 200 to all codes that are left. */
const statuses: Record<number, [fault: string, advice: string]> = {
  200: ["the server did not send the file", "check the address"],
  401: ["the server asks for a user name and password", "use an address that opens without signing in"],
  403: ["the server refuses access", "check that it is still shared and that its address opens without signing in"],
  404: ["the server finds nothing at this address", "copy the address again"],
  410: ["it is no longer at this address", "copy its new address"],
  429: ["the server has received too many requests", "try again later"],
  500: [
    "the server has a fault or refuses programs that it does not know",
    "check that its address opens in a browser",
  ],
};

/** Describes a reply that is not the requested file, and what to do about it. */
export function explainStatus(status: number): string {
  const other = status >= 500 ? 500 : 200;
  const [fault, advice] = statuses[status] ?? statuses[other] ?? [];
  return `${fault} (status ${status}); ${advice}`;
}
