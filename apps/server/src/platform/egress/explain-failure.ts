const longest = 200;

const known: Record<string, string> = {
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name could not be looked up",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was reset",
  UND_ERR_SOCKET: "the connection was closed before the reply",
  UND_ERR_CONNECT_TIMEOUT: "no connection within the time limit",
  ETIMEDOUT: "no connection within the time limit",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  UND_ERR_HEADERS_OVERFLOW: "the reply's headers are too large",
};

/** Describes a failed request for readers of the delivery log. */
export function explainFailure(error: Error): string {
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const { code = "" } = cause as { code?: string };
  const text = known[code];
  if (text !== undefined) return `${text} (${code})`;
  if (code === "EREFUSEDADDRESS") return `refused: ${cause.message}`;
  // The message comes from OpenSSL or the HTTP parser and may quote bytes from the receiver. NUL and lone surrogates
  // are replaced, because the database does not accept them.
  const said = `${cause.message}${code === "" ? "" : ` (${code})`}`;
  return said.slice(0, longest).toWellFormed().replaceAll("\0", "\uFFFD");
}
