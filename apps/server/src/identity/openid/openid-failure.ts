/** A sign-in that failed at the provider. The message is for the operator and contains no secrets. */
export class OpenIdFailure extends Error {
  /** Whether the provider did not let the person in, or the person cancelled. */
  readonly isDenied: boolean;

  constructor(message: string, { isDenied } = { isDenied: false }) {
    super(message);
    this.isDenied = isDenied;
  }
}
