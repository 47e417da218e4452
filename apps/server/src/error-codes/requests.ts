import type { DeclaredCode } from "./declared-code.ts";

const ended = {
  de: "Dieser Zugang gilt nicht mehr. Melden Sie sich neu an.",
  fr: "Cet accès n’est plus valable. Reconnectez-vous.",
};
const notGranted = {
  de: "Der Zugriff wurde noch nicht oder nicht erlaubt.",
  fr: "L’accès n’a pas, ou pas encore, été autorisé.",
};
const notUnderstood = {
  de: "Der Server hat die Anfrage nicht verstanden. Laden Sie die Seite neu.",
  fr: "Le serveur n’a pas compris la requête. Rechargez la page.",
};

/** Requests that cannot be understood, or whose target does not exist or has changed. */
export const requests = {
  malformed_request: {
    status: 400,
    meaning:
      "The body is not UTF-8, JSON or an object, has a duplicate key or is nested too deeply; or the request is not HTTP/1.1.",
    remedy: "Fix the error in `detail`.",
    ...notUnderstood,
  },
  missing_field: {
    status: 400,
    meaning: "The body lacks a required field. `errors` also lists its other errors.",
    remedy: "Send the fields in `errors`.",
    de: "Eine Angabe fehlt.",
    fr: "Un champ obligatoire est vide.",
  },
  authorization_pending: {
    status: 400,
    meaning: "Nobody has approved or denied the program yet.",
    remedy: "Poll again after `intervalSeconds`.",
    ...notGranted,
  },
  slow_down: {
    status: 400,
    meaning: "The program polled before `intervalSeconds` had passed.",
    remedy: "From now on, wait 5 seconds longer.",
    ...notUnderstood,
  },
  access_denied: {
    status: 400,
    meaning: "Somebody denied the program, or the person who approved it may no longer have an API key.",
    remedy: "Start the login again, or use an API key.",
    ...notGranted,
  },
  expired_token: {
    status: 400,
    meaning: "The program's code is unknown or has expired, or its key was fetched more than a minute ago.",
    remedy: "Start the login again.",
    ...ended,
  },
  not_found: {
    status: 404,
    meaning: "The resource in the path, or in a field in `errors`, does not exist in this organization.",
    remedy: "Check the id and the key's organization.",
    de: "In dieser Organisation gibt es das nicht oder nicht mehr.",
    fr: "Cet élément n’existe pas ou plus dans cette organisation.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not support this method.",
    remedy: "Use a method from `Allow`.",
    ...notUnderstood,
  },
  request_timeout: {
    status: 408,
    meaning: "The request did not arrive in time; the connection was closed.",
    remedy: "Send it again.",
    de: "Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es erneut.",
    fr: "La requête n’est pas arrivée à temps. Réessayez.",
  },
  precondition_failed: {
    status: 412,
    meaning: "`If-Match` does not match the resource.",
    remedy: "Read it again, and repeat the change.",
    de: "Jemand anderes hat das inzwischen geändert. Laden Sie die Seite neu und prüfen Sie die Änderung.",
    fr: "Quelqu’un d’autre a fait une modification entre-temps. Rechargez la page et vérifiez la vôtre.",
  },
  payload_too_large: {
    status: 413,
    meaning: "The body is larger than 1 MiB, or the file to import than 100 MB.",
    remedy: "Send less at once.",
    de: "Die Daten sind zu groß. Exportieren Sie für einen Import kürzere Zeiträume oder senden Sie eine ZIP-Datei.",
    fr: "Les données sont trop volumineuses. Pour un import, exportez des périodes plus courtes ou envoyez un fichier ZIP.",
  },
  unsupported_media_type: {
    status: 415,
    meaning:
      "The body is compressed, or neither `application/json` nor, for an import, `text/csv` or `application/zip`.",
    remedy: "Send uncompressed JSON with its `Content-Type`.",
    ...notUnderstood,
  },
  headers_too_large: {
    status: 431,
    meaning: "Request line and headers are larger than 16 KiB, or there are more than 100 fields.",
    remedy: "Shorten the URL or remove headers.",
    ...notUnderstood,
  },
} as const satisfies Record<string, DeclaredCode>;
