export interface DeclaredCode {
  status: number;
  /** For docs/api/errors.md: what the code means, and what callers can do. */
  meaning: string;
  remedy: string;
  /**
   * The text in the dashboard. In English, the dashboard shows the reply's `detail`, which is more specific, unless
   * there is a text for people who use no API.
   */
  en?: string;
  de: string;
  fr: string;
}
