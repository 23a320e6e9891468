// Lets the recorder be loaded anew without a network: the network comes first, what was kept of the page second.
"use strict";
const KEPT = "recorder", PAGE = /^\/games\/[^/]+\/recording\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) await kept.put(request, fresh.clone());
    return fresh;
  } catch (cut) {
    return (await kept.match(request, { ignoreVary: true })) || (await kept.match(request, { ignoreSearch: true, ignoreVary: true })) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url), isPage = event.request.mode === "navigate" && PAGE.test(address.pathname);
  const isPart = address.pathname.startsWith("/static/");
  if (event.request.method === "GET" && address.origin === self.location.origin && (isPage || isPart)) {
    event.respondWith(answer(event.request));
  }
});
