import type { openId as en } from "#i18n/en/open-id.ts";

export const openId: typeof en = {
  errors: {
    openid_unavailable:
      "Ihr Anbieter ist nicht erreichbar. Versuchen Sie es später erneut oder melden Sie sich mit einem Passwort an.",
    openid_failed:
      "Die Anmeldung über Ihren Anbieter ist fehlgeschlagen. Versuchen Sie es erneut. Bleibt es dabei, wenden Sie sich an die Person, die diesen Server betreibt: Die Ursache steht in seinem Protokoll.",
    expired:
      "Diese Anmeldung hat länger als zehn Minuten gedauert, ist schon abgeschlossen oder hat in einem anderen Browser begonnen. Melden Sie sich erneut an.",
    denied:
      "Ihr Anbieter hat Sie nicht zugelassen, oder Sie haben abgebrochen. Wenn Sie Zugang haben sollten, wenden Sie sich an die Person, die diesen Server betreibt.",
    openid_not_proved:
      "Ihr Anbieter hat keine erneute Anmeldung verlangt. Deshalb kann Stint nicht sicher sein, dass Sie es sind. Legen Sie über „Passwort vergessen?“ ein Passwort fest und bestätigen Sie stattdessen damit.",
    no_address:
      "Ihr Anbieter hat keine E-Mail-Adresse übermittelt. Bitten Sie die Person, die diesen Server betreibt, das beim Anbieter zu ändern.",
    unverified_address:
      "Ihr Anbieter gibt nicht an, dass Ihre E-Mail-Adresse bestätigt ist. Bitten Sie die Person, die diesen Server betreibt, das beim Anbieter zu ändern.",
    unknown_address: "Niemand hat hier Ihre E-Mail-Adresse. Bitten Sie um eine Einladung.",
    other_identity:
      "Das Konto mit Ihrer E-Mail-Adresse ist mit einem anderen Konto bei Ihrem Anbieter verknüpft. Bitten Sie die Person, die diesen Server betreibt, diese Verknüpfung zu lösen.",
    no_membership: "Sie sind hier in keiner Organisation aktives Mitglied. Bitten Sie einen Administrator um Zugang.",
    not_linked:
      "Mit diesem Konto ist hier kein Mitglied verknüpft. Melden Sie sich mit einem Passwort an oder bitten Sie um eine Einladung.",
  },
};
