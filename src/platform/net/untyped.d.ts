// Tells the compiler what is imported without types of its own: a country database, as its path, and a package.

declare module '*.mmdb' {
  const path: string;
  export default path;
}

declare module 'web-push' {
  export function generateVAPIDKeys(): { publicKey: string; privateKey: string };
  export function encrypt(...keysTextAndCoding: string[]): { cipherText: Buffer };
  export function getVapidHeaders(...factsAndCoding: string[]): { Authorization: string };
}
