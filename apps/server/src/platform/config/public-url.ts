import type { SettingReader } from "./setting-reader.ts";

/** Returns an http or https URL without trailing slashes; undefined for anything else, such as a URL with a query. */
export function parsePublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username + url.password + url.search + url.hash === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, "") : undefined;
}

// Replaces a wildcard address with localhost, because browsers cannot open wildcard addresses.
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Returns the URL at which people reach the service; defaults to the one at which it listens. */
export function readPublicUrl({ text, faults }: SettingReader, host: string, port: number): string {
  const publicUrlText = text("PUBLIC_URL") ?? `http://${hostInUrl(host)}:${port}`;
  const publicUrl = parsePublicUrl(publicUrlText);
  if (text("PUBLIC_URL") !== undefined) {
    if (publicUrl === undefined) faults.push("PUBLIC_URL must be an absolute URL such as https://time.example.com");
    else if (new URL(publicUrl).pathname !== "/")
      faults.push(
        `PUBLIC_URL must not have a path, as in ${JSON.stringify(publicUrlText)}: use a separate host name for Stint, such as https://time.example.com`,
      );
  }
  return publicUrl ?? publicUrlText;
}
