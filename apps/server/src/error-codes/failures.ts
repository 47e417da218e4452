import type { DeclaredCode } from "./declared-code.ts";

/** Limits of load, and failures of the server. */
export const failures = {
  rate_limited: {
    status: 429,
    meaning: "The key has exceeded its [rate limit](conventions.md#rate-limit).",
    remedy: "Wait for `Retry-After` seconds.",
    de: "Zu viele Anfragen in kurzer Zeit. Versuchen Sie es gleich erneut.",
    fr: "Trop de requêtes en peu de temps. Réessayez dans un instant.",
  },
  too_many_attempts: {
    status: 429,
    meaning:
      "Within 15 minutes, too many attempts failed for this account or network address, or too many emails were requested.",
    remedy: "Wait for `Retry-After` seconds.",
    de: "Zu viele Versuche. Warten Sie einige Minuten.",
    fr: "Trop de tentatives. Attendez quelques minutes.",
  },
  too_many_deliveries: {
    status: 429,
    meaning: "25,000 deliveries of the organization are pending.",
    remedy: "Wait, or disable endpoints that do not accept theirs.",
    de: "Zu viele Zustellungen dieser Organisation stehen aus. Warten Sie, bis sie gesendet sind, oder deaktivieren Sie die Endpunkte, die sie nicht annehmen.",
    fr: "Trop d’envois de cette organisation sont en attente. Attendez qu’ils soient terminés, ou désactivez les points de terminaison qui ne les acceptent pas.",
  },
  internal: {
    status: 500,
    meaning: "The server failed. Nothing was changed.",
    remedy: "Send it again; if it persists, give the operator the `requestId`.",
    de: "Auf dem Server ist ein Fehler aufgetreten. Es wurde nichts geändert.",
    fr: "Une erreur est survenue sur le serveur. Rien n’a été modifié.",
  },
  too_many_streams: {
    status: 503,
    meaning: "A limit of [event streams](events.md#how-many) is reached.",
    remedy: "Close one, or wait for `Retry-After` seconds.",
    de: "Es sind zu viele Ereignisströme geöffnet. Schließen Sie einen Tab oder versuchen Sie es später erneut.",
    fr: "Trop de flux d’événements sont ouverts. Fermez un onglet ou réessayez plus tard.",
  },
  timeout: {
    status: 503,
    meaning: "The database took too long. Nothing was changed.",
    remedy: "Request less at once, or wait for `Retry-After` seconds.",
    de: "Die Datenbank hat zu lange gebraucht. Es wurde nichts geändert.",
    fr: "La base de données a mis trop de temps. Rien n’a été modifié.",
  },
  not_configured: {
    status: 503,
    meaning: "The server lacks the setting in `detail`. Nothing was changed.",
    remedy: "Ask the operator to set it.",
    de: "Dieser Server ist dafür nicht eingerichtet. Wenden Sie sich an den Betreiber.",
    fr: "Ce serveur n’est pas configuré pour cela. Adressez-vous à son exploitant.",
  },
  unavailable: {
    status: 503,
    meaning:
      "The database is not available, its disk is nearly full (reads work), or a [queue](limits.md) is full. Nothing was changed.",
    remedy: "Send it again after `Retry-After` seconds.",
    de: "Der Server kann gerade nicht antworten. Versuchen Sie es gleich erneut.",
    fr: "Le serveur ne peut pas répondre pour l’instant. Réessayez dans un instant.",
  },
} as const satisfies Record<string, DeclaredCode>;
