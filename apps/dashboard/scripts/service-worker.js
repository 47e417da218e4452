// Lets the built dashboard open without the server. Put behind `const build = …` by service-worker.ts: this file knows
// from there its version, and all files of the build.
//
// Each build has a cache of its own, filled as a whole when the worker is installed. Pages are asked for at the server
// first, so that a new build is there at the next navigation; its worker takes over without touching pages that are open,
// whose files stay in the cache of the build before.
const cacheName = `stint-${build.version}`;
const names = new Set(build.files);
/** Answered by the server alone: the API, signing in, and pages that are not the dashboard's. */
const servers = /^\/(v1|auth|api|demo|docs|guide|healthz|metrics|openapi\.json|readyz)(\/|$)/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepFiles());
});

/** A few at a time: all at once, they would fill the connections that the page needs. */
async function keepFiles() {
  const cache = await caches.open(cacheName);
  try {
    for (let at = 0; at < build.files.length; at += 4) await cache.addAll(build.files.slice(at, at + 4));
  } catch (error) {
    // Whole or not at all.
    await caches.delete(cacheName);
    throw error;
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((all) => {
      const former = all.filter((name) => name.startsWith("stint-") && name !== cacheName);
      // The page of the first visit, too, opens its other screens without the server.
      return Promise.all([self.clients.claim(), ...former.slice(0, -1).map((name) => caches.delete(name))]);
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || servers.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request));
  else if (names.has(pathname)) event.respondWith(fetch(request).catch(() => openFile(request)));
});

async function openPage(request) {
  const kept = () => caches.open(cacheName).then((cache) => cache.match("/index.html"));
  try {
    const response = await fetch(request);
    // A proxy answers for a server that is down.
    return response.status === 502 || response.status === 504 ? ((await kept()) ?? response) : response;
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

/** The names of assets hold the hash of what is in them, so that one in any cache is the right one. */
async function openFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}
