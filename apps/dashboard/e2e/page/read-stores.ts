import type { Page } from "@playwright/test";

/** Everything that a script can read from the browser's storage, as text. */
export function readStores(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [
      `localStorage ${JSON.stringify(localStorage)}`,
      `sessionStorage ${JSON.stringify(sessionStorage)}`,
      `cookies ${document.cookie}`,
    ];
    const asText = (_: string, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? new TextDecoder("latin1").decode(value as ArrayBuffer)
        : value;
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        const [values, keys] = [all.getAll(), all.getAllKeys()];
        await new Promise((resolve) => (keys.onsuccess = resolve));
        texts.push(`database ${name} ${store} ${JSON.stringify([keys.result, values.result], asText)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
      texts.push(`cache ${name} ${paths.filter((path) => !path.startsWith("/assets/")).join(" ")}`);
    }
    // Reads the browser's HTTP cache.
    for (const path of ["/v1/me", "/v1/organization", "/v1/projects?limit=200", "/v1/timers?userId=me"]) {
      const kept = await fetch(path, { cache: "only-if-cached", mode: "same-origin" }).catch(() => undefined);
      if (kept?.ok === true) texts.push(`reply ${path} ${await kept.text()}`);
    }
    return texts.join("\n");
  });
}
