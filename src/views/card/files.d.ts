// Tells the compiler that importing what the card's thread draws with as a file gives its path.

declare module '*.ttf' {
  const path: string;
  export default path;
}

declare module '*.wasm' {
  const path: string;
  export default path;
}
