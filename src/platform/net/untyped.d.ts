// Types the exports of a package that has no types of its own.

declare module 'web-push' {
  export function generateVAPIDKeys(): { publicKey: string; privateKey: string };
  export function encrypt(...keysTextAndCoding: string[]): { cipherText: Buffer };
  export function getVapidHeaders(...factsAndCoding: string[]): { Authorization: string };
}
