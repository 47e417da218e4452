interface Platform {
  process?: { env?: Record<string, string | undefined> };
  location?: { origin?: string; protocol?: string };
}

/**
 * Reads the server's URL and the API key from the environment; in a browser, the URL is the page's origin. The names
 * without `SDK` also choose a profile of the terminal. The pairs are never mixed: the key would reach another server.
 */
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
  const prefix = (read("STINT_SDK_URL") ?? read("STINT_SDK_API_KEY")) === undefined ? "STINT" : "STINT_SDK";
  return { apiKey: read(`${prefix}_API_KEY`), baseUrl: read(`${prefix}_URL`) ?? own };
}
