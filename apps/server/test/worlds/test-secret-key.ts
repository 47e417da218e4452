export const testSecretKey = Buffer.alloc(32, 7);
