const nodeAdvice = /;? *if the root CA is installed locally, try running Node\.js with --use-system-ca/g;
const openSslError = /\b[0-9A-F]{8,}:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):\S*/g;

/**
 * Returns the message of a TLS error without the parts that do not help an operator: the advice to start Node with
 * another option, and the names of OpenSSL's functions and files.
 */
export function plainTlsText(message: string): string {
  return message.replaceAll(nodeAdvice, "").replaceAll(openSslError, "$1");
}
