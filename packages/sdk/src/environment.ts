interface Platform {
  process?: { env?: Record<string, string | undefined> };
  location?: { origin?: string; protocol?: string };
}

/** Reads the server's URL and the API key from the environment. In a browser, the URL is the page's origin. */
export function readEnvironment(): { apiKey: string | undefined; baseUrl: string | undefined } {
  const { process, location } = globalThis as Platform;
  const read = (name: string) => {
    try {
      return process?.env?.[name] || undefined;
    } catch {
      // Deno throws if the user denies access to environment variables.
      return undefined;
    }
  };
  const own = location?.protocol?.startsWith("http") === true ? location.origin : undefined;
  return { apiKey: read("STINT_API_KEY"), baseUrl: read("STINT_URL") ?? own };
}
