import type { DeclaredCode } from "./declared-code.ts";

const ended = {
  de: "Dieser Zugang gilt nicht mehr. Melden Sie sich neu an.",
  fr: "Cet accès n’est plus valable. Reconnectez-vous.",
};

/** Callers who are unknown, or may not do this. */
export const callers = {
  missing_api_key: {
    status: 401,
    meaning: "There is no `Authorization` header.",
    remedy: "Send `Authorization: Bearer <API key>`.",
    ...ended,
  },
  invalid_api_key: {
    status: 401,
    meaning: "The key is malformed or unknown.",
    remedy: "Check that the whole key was copied.",
    ...ended,
  },
  expired_api_key: {
    status: 401,
    meaning: "The key has expired.",
    remedy: "Use a new key.",
    ...ended,
  },
  revoked_api_key: {
    status: 401,
    meaning: "The key was revoked.",
    remedy: "Use another key.",
    ...ended,
  },
  not_signed_in: {
    status: 401,
    meaning: "There is no session, or it has ended.",
    remedy: "Sign in.",
    de: "Ihre Sitzung ist beendet. Melden Sie sich an.",
    fr: "Votre session est terminée. Connectez-vous.",
  },
  invalid_credentials: {
    status: 401,
    meaning: "The address or the password is wrong, or the person belongs to no organization any more.",
    remedy: "Check both, or call `POST /auth/password/forgotten`.",
    de: "Die Adresse oder das Passwort stimmt nicht.",
    fr: "L’adresse ou le mot de passe est incorrect.",
  },
  second_factor_required: {
    status: 401,
    meaning: "The password is correct, but the account has a second factor.",
    remedy: "Repeat the request with `code` or `recoveryCode`.",
    de: "Geben Sie auch den Code Ihres zweiten Faktors ein.",
    fr: "Saisissez aussi le code de votre double authentification.",
  },
  invalid_code: {
    status: 401,
    meaning: "The code is wrong, too old or was used before.",
    remedy: "Wait for the next code; check the device's clock.",
    de: "Der Code ist falsch, abgelaufen oder schon verwendet.",
    fr: "Le code est incorrect, expiré ou déjà utilisé.",
  },
  insufficient_scope: {
    status: 403,
    meaning: "The key lacks the scope that `detail` names.",
    remedy: "Use a key with this scope.",
    de: "Diesem Zugang fehlt ein Recht. Bitten Sie einen Inhaber oder Admin darum.",
    fr: "Il manque une permission à cet accès. Demandez-la à un propriétaire ou à un administrateur.",
  },
  forbidden: {
    status: 403,
    meaning: "The member's role does not allow the request, or the object belongs to another member.",
    remedy: "Ask an owner or admin.",
    de: "Ihre Rolle erlaubt das nicht oder es gehört jemand anderem.",
    fr: "Votre rôle ne le permet pas, ou cet élément appartient à quelqu’un d’autre.",
  },
  session_required: {
    status: 403,
    meaning: "The operation needs a session, not an API key.",
    remedy: "Sign in with a browser.",
    de: "Das geht nur mit einer Anmeldung, nicht mit einem API-Schlüssel.",
    fr: "Cela n’est possible qu’avec une connexion, pas avec une clé API.",
  },
  address_not_proved: {
    status: 403,
    meaning:
      "The account's address is unverified, so a link that was not emailed cannot admit it to another organization.",
    remedy: "Follow the emailed link, or one from `password-link`.",
    de: "Diese E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link aus der E-Mail, oder wenden Sie sich an einen Inhaber oder Admin.",
    fr: "Cette adresse e-mail n’est pas encore vérifiée. Ouvrez le lien reçu par e-mail, ou adressez-vous à un propriétaire ou à un administrateur.",
  },
  cross_site_request: {
    status: 403,
    meaning: "A session was used by a page on another site, or not by a browser.",
    remedy: "Use the service's own pages; in scripts, an API key.",
    de: "Die Anfrage kam von einer anderen Website und wurde abgelehnt.",
    fr: "La requête venait d’un autre site et a été refusée.",
  },
  reauthentication_required: {
    status: 403,
    meaning: "The action needs [recent authentication](../run/sign-in.md#sessions).",
    remedy: "Call `POST /auth/reauthenticate`, then repeat the request.",
    de: "Bestätigen Sie zuerst mit Ihrem Passwort, dass Sie es sind.",
    fr: "Confirmez d’abord avec votre mot de passe que c’est bien vous.",
  },
} as const satisfies Record<string, DeclaredCode>;
