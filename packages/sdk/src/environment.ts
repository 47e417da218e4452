interface Platform {
  process?: { env?: Record<string, string | undefined> };
  location?: { origin?: string; protocol?: string };
}

/** What the environment says of the server and the key; in a browser, the page's own origin. */
export function readEnvironment(): { apiKey: string | undefined; baseUrl: string | undefined } {
  const { process, location } = globalThis as Platform;
  const read = (name: string) => {
    try {
      return process?.env?.[name] || undefined;
    } catch {
      // Deno asks for a permission, which may be denied.
      return undefined;
    }
  };
  const own = location?.protocol?.startsWith("http") === true ? location.origin : undefined;
  return { apiKey: read("STINT_API_KEY"), baseUrl: read("STINT_URL") ?? own };
}
