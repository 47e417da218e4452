/** The resource that a request addresses, and the caller's If-Match, if sent. */
export interface Target {
  id: string;
  ifMatch: string | undefined;
}

export interface Edit<Input> extends Target {
  input: Input;
}

interface Addressed {
  params: { id: string };
  headers: { "if-match"?: string | undefined };
}

export function targetOf({ params, headers }: Addressed): Target {
  return { id: params.id, ifMatch: headers["if-match"] };
}

export function editOf<Input>(request: Addressed & { body: Input }): Edit<Input> {
  return { ...targetOf(request), input: request.body };
}
