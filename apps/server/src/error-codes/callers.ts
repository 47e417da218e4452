import type { DeclaredCode } from "./declared-code.ts";

/** Callers who are unknown, or may not do this. */
export const callers = {
  missing_api_key: {
    status: 401,
    meaning: "There is no `Authorization` header.",
    remedy: "Send `Authorization: Bearer <API key>`.",
  },
  invalid_api_key: {
    status: 401,
    meaning: "The key is malformed or unknown.",
    remedy: "Check that the whole key was copied.",
  },
  expired_api_key: {
    status: 401,
    meaning: "The key has expired.",
    remedy: "Use a new key.",
  },
  revoked_api_key: {
    status: 401,
    meaning: "The key was revoked.",
    remedy: "Use another key.",
  },
  not_signed_in: {
    status: 401,
    meaning: "There is no session, or it has ended.",
    remedy: "Sign in.",
  },
  invalid_credentials: {
    status: 401,
    meaning: "The address or the password is wrong, or the person belongs to no organization any more.",
    remedy: "Check both, or call `POST /auth/password/forgotten`.",
  },
  second_factor_required: {
    status: 401,
    meaning: "The password is correct, but the account has a second factor.",
    remedy: "Repeat the request with `code` or `recoveryCode`.",
  },
  invalid_code: {
    status: 401,
    meaning: "The code is wrong, too old or was used before.",
    remedy: "Wait for the next code; check the device's clock.",
  },
  insufficient_scope: {
    status: 403,
    meaning: "The key lacks the scope that `detail` names.",
    remedy: "Use a key with this scope.",
  },
  forbidden: {
    status: 403,
    meaning: "The member's role does not allow the request, or the object belongs to another member.",
    remedy: "Ask an owner or admin.",
  },
  session_required: {
    status: 403,
    meaning: "The operation needs a session, not an API key.",
    remedy: "Sign in with a browser.",
  },
  address_not_proved: {
    status: 403,
    meaning:
      "The account's address is unverified, so a link that was not emailed cannot admit it to another organization.",
    remedy: "Follow the emailed link, or one from `password-link`.",
  },
  cross_site_request: {
    status: 403,
    meaning: "A session was used by a page on another site, or not by a browser.",
    remedy: "Use the service's own pages; in scripts, an API key.",
  },
  reauthentication_required: {
    status: 403,
    meaning: "The action needs [recent authentication](../run/sign-in.md#sessions).",
    remedy: "Call `POST /auth/reauthenticate`, then repeat the request.",
  },
} as const satisfies Record<string, DeclaredCode>;
