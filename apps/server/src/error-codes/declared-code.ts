/** For docs/api/errors.md: what the code means, and what callers can do. */
export interface DeclaredCode {
  status: number;
  meaning: string;
  remedy: string;
}
