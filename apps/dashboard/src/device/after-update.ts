const mark = "stint-reloaded";

/**
 * Reloads the page if a file of its build has vanished because the server has a newer one. At most once for each build,
 * and never if `canReload` returns false.
 */
export function reloadAfterUpdate(canReload: () => boolean): void {
  addEventListener("vite:preloadError", () => void reload(canReload).catch(() => undefined));
}

async function reload(canReload: () => boolean): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
  if (sessionStorage.getItem(mark) === script) return;
  const page = await (await fetch(location.href, { cache: "no-store" })).text();
  // The reply may be another page, such as the sign-in page of a proxy.
  const isNewer = page.includes('id="app"') && !page.includes(new URL(script).pathname);
  if (!isNewer || !canReload()) return;
  sessionStorage.setItem(mark, script);
  location.reload();
}
