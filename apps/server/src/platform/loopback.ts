/** Whether a URL's host is the local machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|(.+\.)localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
