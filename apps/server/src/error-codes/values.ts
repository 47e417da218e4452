import type { DeclaredCode } from "./declared-code.ts";

const notUnderstood = {
  de: "Der Server hat die Anfrage nicht verstanden. Laden Sie die Seite neu.",
  fr: "Le serveur n’a pas compris la requête. Rechargez la page.",
};

/** Values that a rule does not allow. */
export const values = {
  validation_failed: {
    status: 422,
    meaning: "A value has the wrong type or is out of range, or a field is unknown.",
    remedy: "Fix the fields in `errors`.",
    de: "Eine Angabe ist ungültig.",
    fr: "Une valeur n’est pas valide.",
  },
  unknown_parameter: {
    status: 422,
    meaning: "A query parameter is unknown; `detail` suggests a known one.",
    remedy: "Correct or omit it.",
    ...notUnderstood,
  },
  idempotency_mismatch: {
    status: 422,
    meaning: "This `Idempotency-Key` was used with [another body or other rights](conventions.md#repeating-safely).",
    remedy: "Use a new key for a new request.",
    en: "An earlier attempt has succeeded, although its reply was lost. Close the form and look at the result.",
    de: "Ein früherer Versuch hatte Erfolg, obwohl die Antwort verloren ging. Schließen Sie das Formular und sehen Sie sich das Ergebnis an.",
    fr: "Une tentative précédente a réussi, bien que sa réponse ait été perdue. Fermez le formulaire et vérifiez le résultat.",
  },
  project_archived: {
    status: 422,
    meaning: "The project is archived.",
    remedy: "Reactivate it, or choose another.",
    de: "Das Projekt ist archiviert und nimmt keine Zeiteinträge an.",
    fr: "Le projet est archivé et n’accepte pas d’entrées de temps.",
  },
  task_done: {
    status: 422,
    meaning: "The task is done.",
    remedy: "Reopen it, or choose another.",
    de: "Die Aufgabe ist erledigt und nimmt keine Zeiteinträge an.",
    fr: "La tâche est terminée et n’accepte pas d’entrées de temps.",
  },
  task_not_in_project: {
    status: 422,
    meaning: "The task belongs to another project.",
    remedy: "Send a task of this project.",
    de: "Die Aufgabe gehört zu einem anderen Projekt.",
    fr: "La tâche appartient à un autre projet.",
  },
  budget_exceeded: {
    status: 422,
    meaning: "The entry or timer would exceed the project's blocking budget.",
    remedy: "Raise the budget, set it to warn, or use another project.",
    de: "Damit wäre das Budget des Projekts überschritten.",
    fr: "Le budget du projet serait dépassé.",
  },
  entry_rule: {
    status: 422,
    meaning: "The entry breaks a [rule](../use/entry-rules.md), which the pointer names.",
    remedy: "Correct it; owners and admins may send a `lateReason`.",
    de: "Das widerspricht einer Regel der Organisation für Zeiteinträge.",
    fr: "Cela enfreint une règle de l’organisation pour les entrées de temps.",
  },
  nothing_to_bill: {
    status: 422,
    meaning: "No matching entry is billable and unbilled.",
    remedy: "Check the filter.",
    de: "Kein passender Eintrag ist abrechenbar und noch nicht abgerechnet. Prüfen Sie die Filter und ob die Einträge erst freigegeben werden müssen.",
    fr: "Aucune entrée correspondante n’est facturable et non encore facturée. Vérifiez les filtres, et si les entrées doivent d’abord être validées.",
  },
  too_many_groups: {
    status: 422,
    meaning: "A summary has more than 10,000 groups, a billing batch 10,000 lines, or a grid 20,000 timesheets.",
    remedy: "Narrow the range, or request `format=csv`.",
    de: "Das ist zu viel für eine Tabelle. Wählen Sie einen kürzeren Zeitraum, weitere Filter oder eine andere Gruppierung.",
    fr: "C’est trop pour un seul tableau. Choisissez une période plus courte, d’autres filtres ou un autre regroupement.",
  },
  invalid_link: {
    status: 422,
    meaning: "The link was used, replaced or revoked, has expired, or never existed.",
    remedy: "Request a new one.",
    de: "Der Link ist abgelaufen, schon verwendet, ersetzt oder widerrufen.",
    fr: "Le lien est expiré, déjà utilisé, remplacé ou révoqué.",
  },
  number_out_of_range: {
    status: 422,
    meaning: "A total is larger than 9,007,199,254,740,991, so JSON could not hold it exactly.",
    remedy: "Request less at once.",
    de: "Eine Summe ist zu groß. Wählen Sie einen kürzeren Zeitraum.",
    fr: "Un total est trop grand. Choisissez une période plus courte.",
  },
  insecure_origin: {
    status: 422,
    meaning: "The page was loaded over plain HTTP, so browsers would not accept the cookie.",
    remedy: "Use a reverse proxy with TLS.",
    de: "Über einfaches HTTP verwerfen Browser das Sitzungs-Cookie. Öffnen Sie Stint mit https://, hinter einem Reverse-Proxy mit TLS.",
    fr: "En HTTP simple, les navigateurs rejettent le cookie de session. Ouvrez Stint en https://, derrière un proxy inverse avec TLS.",
  },
} as const satisfies Record<string, DeclaredCode>;
