// Opens the built dashboard without the server. service-worker.ts prepends `const build = …`, which contains the
// version and all files of the build. Each build has a separate cache, which is filled completely when the worker is
// installed. Pages are requested from the server first, so a new build appears with the next navigation. That
// build's worker takes over without affecting open pages, whose files stay in the previous build's cache.
const cacheName = `stint-${build.version}`;
const names = new Set(build.files);
/** Only the server can answer these: the API, signing in, and pages outside the dashboard. */
const servers = /^\/(v1|auth|api|demo|docs|guide|healthz|metrics|openapi\.json|readyz)(\/|$)/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepFiles());
});

/** Loads a few files at a time, because loading all at once would use up the connections that the page needs. */
async function keepFiles() {
  const cache = await caches.open(cacheName);
  try {
    for (let at = 0; at < build.files.length; at += 4) await cache.addAll(build.files.slice(at, at + 4));
  } catch (error) {
    // The cache must be complete or not exist at all.
    await caches.delete(cacheName);
    throw error;
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((all) => {
      const former = all.filter((name) => name.startsWith("stint-") && name !== cacheName);
      // Claims open pages, so even the page of the first visit can open its other screens without the server.
      return Promise.all([self.clients.claim(), ...former.slice(0, -1).map((name) => caches.delete(name))]);
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || servers.test(pathname)) return;
  // Separate pages, such as verify-statement.html, are not part of the dashboard.
  if (request.mode === "navigate" && !names.has(pathname)) event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request));
  else if (names.has(pathname)) event.respondWith(fetch(request).catch(() => openFile(request)));
});

async function openPage(request) {
  const kept = () => caches.open(cacheName).then((cache) => cache.match("/index.html"));
  try {
    const response = await fetch(request);
    // Proxies send these statuses when the server is down.
    return response.status === 502 || response.status === 504 ? ((await kept()) ?? response) : response;
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

/** The names of assets contain a hash of their content, so a match in any cache is correct. */
async function openFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}
