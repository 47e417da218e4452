import { lazyText } from "#api/lazy-text.ts";
import { clients } from "#text/en/clients.ts";

export const useClientWords = lazyText(clients, () => import("#text/de/clients.ts").then((m) => m.clients));
