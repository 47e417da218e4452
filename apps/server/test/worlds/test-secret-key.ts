/** The key that encrypts secrets in tests. */
export const testSecretKey = Buffer.alloc(32, 7);
