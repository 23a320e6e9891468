// Lets the recorder be loaded anew without a network: the network comes first; what was kept of the page second, also where
// the service is out of order or the network keeps one waiting.
"use strict";
const KEPT = "recorder", PATIENCE_MS = 4000, PAGE = /^\/games\/[^/]+\/(recording|noted)\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const reader = (address) => new URL(address).searchParams.get("as") || "";

// What was kept of a page: on a phone that several players share never what was made for another one.
async function keptPage(kept, request) {
  const same = await kept.match(request, { ignoreVary: true });
  if (same) return same;
  const wanted = reader(request.url), found = await kept.keys(request, { ignoreSearch: true, ignoreVary: true });
  const readers = new Set(found.map((each) => reader(each.url)));
  const fits = found.filter((each) => (wanted ? reader(each.url) === wanted : readers.size === 1));
  return fits.length ? kept.match(fits[0], { ignoreVary: true }) : undefined;
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  const old = () => keptPage(kept, request);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok && !response.redirected) await kept.put(request, response.clone());
    return response;
  });
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS)).then(old).then((found) => found || fresh);
  late.catch(() => { /* told by the race */ });
  try {
    const first = await Promise.race([fresh, late]);
    return first.status >= 500 ? (await old()) || first : first;
  } catch (cut) {
    return (await old()) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url), isPage = event.request.mode === "navigate" && PAGE.test(address.pathname);
  const isPart = address.pathname.startsWith("/static/");
  if (event.request.method === "GET" && address.origin === self.location.origin && (isPage || isPart)) {
    event.respondWith(answer(event.request));
  }
});
