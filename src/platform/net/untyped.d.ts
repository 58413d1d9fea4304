// Tells the compiler what a package without types of its own exports.

declare module 'web-push' {
  export function generateVAPIDKeys(): { publicKey: string; privateKey: string };
  export function encrypt(...keysTextAndCoding: string[]): { cipherText: Buffer };
  export function getVapidHeaders(...factsAndCoding: string[]): { Authorization: string };
}
